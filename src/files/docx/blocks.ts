import { markdownTable } from "../kit/markdown-table"
import type { TextBudget } from "../kit/text-budget"
import { childOf, childrenOf, type XmlElement } from "../xml"
import { type BlockWriter, blockWriter } from "./block-writer"
import type { ReadInline } from "./inline"
import type { DocxNumbering } from "./numbering"
import { type DocxStyle, type DocxStyles, listPlace, outlineLevel } from "./styles"
import { inside, isLayout, tableRows } from "./table"

export interface BlockContext {
  readonly styles: DocxStyles
  readonly numbering: DocxNumbering
  readonly inline: ReadInline
  readonly budget: TextBudget
  readonly problem: (text: string) => void
}

/** Adds what an element of the body shows: a paragraph, a table, or anything that holds some. */
export type AddBlocks = (element: XmlElement, writer: BlockWriter) => void

/** A paragraph that an outline level alone makes a heading may be a whole clause. */
const maxHeadingLength = 200
/** What is carried from paragraph to paragraph is read again each time. */
const maxCarried = 20_000

const skipped = new Set(["w:del", "w:moveFrom", "w:sdtPr"])

export function blockReader({ styles, numbering, inline, budget, problem }: BlockContext): AddBlocks {
  /** Text of a paragraph whose end was deleted, or of a large first letter: the next one goes on with it. */
  let carried = ""
  return addBlocks

  function addBlocks(element: XmlElement, writer: BlockWriter): void {
    const { name } = element
    if (name === "w:p") addParagraph(element, writer)
    else if (name === "w:tbl") addTable(element, writer)
    else if (name === "w:altChunk")
      problem("An embedded file that Word would open in its place was left out.")
    else if (name === "mc:AlternateContent") {
      const form = childOf(element, "mc:Choice") ?? childOf(element, "mc:Fallback")
      if (form !== undefined) addAll(form, writer)
    } else if (!skipped.has(name)) addAll(element, writer)
  }

  function addAll(element: XmlElement, writer: BlockWriter): void {
    for (const child of childrenOf(element)) addBlocks(child, writer)
  }

  function addParagraph(paragraph: XmlElement, writer: BlockWriter): void {
    const properties = childOf(paragraph, "w:pPr")
    const styleId = childOf(properties, "w:pStyle")?.attributes["w:val"]
    const style = styles(styleId)
    const { text: own, boxes } = inline(paragraph, style.look)
    budget.spend(own.length)
    const whole = carried + own
    const joinsNext = goesOn(properties) && whole.length < maxCarried
    carried = joinsNext ? whole : ""
    if (!joinsNext) {
      const text = tidy(whole)
      addText(text, headingOf(style, properties, text), labelOf(style, styleId, properties), writer)
    }
    for (const box of boxes) addAll(box, writer)
  }

  function addText(
    text: string,
    heading: number | undefined,
    label: { readonly mark: string; readonly level: number } | undefined,
    writer: BlockWriter,
  ): void {
    if (text === "") return
    if (heading !== undefined) {
      const mark = label === undefined || label.mark === "- " ? "" : label.mark
      writer.add(`${"#".repeat(heading)} ${mark}${text.replaceAll("\n", " ")}`)
    } else if (label === undefined || label.mark === "") writer.add(text)
    else writer.addItem(label.mark, text, label.level)
  }

  function labelOf(style: DocxStyle, styleId: string | undefined, properties: XmlElement | undefined) {
    const own = listPlace(properties)
    const list = own.list ?? style.place.list
    if (list === undefined || list === "0") return undefined
    const level = own.level ?? style.place.level ?? numbering.levelOfStyle(list, styleId) ?? 0
    const label = numbering.next(list, level)
    if (label === undefined) return undefined
    if (label.isBullet) return { mark: "- ", level }
    return { mark: label.text === "" ? "" : label.text.trimEnd() + label.gap, level }
  }

  function addTable(table: XmlElement, writer: BlockWriter): void {
    if (isLayout(table)) {
      for (const cell of inside(table, "w:tr").flatMap((row) => inside(row, "w:tc"))) addAll(cell, writer)
      return
    }
    const rows = tableRows(table, cellText, budget)
    if (rows.length > 0) writer.add(markdownTable(rows))
  }

  function cellText(cell: XmlElement): string {
    const writer = blockWriter()
    for (const child of childrenOf(cell)) {
      if (child.name === "w:tbl") writer.add(tableLine(child))
      else addBlocks(child, writer)
    }
    return writer.blocks().join(" ")
  }

  /** A table in a cell of another on one line, as Markdown has no table in a table. */
  function tableLine(table: XmlElement): string {
    return tableRows(table, cellText, budget)
      .map((row) => row.filter((text) => text !== "").join(", "))
      .join("; ")
  }
}

function headingOf(style: DocxStyle, properties: XmlElement | undefined, text: string): number | undefined {
  if (style.heading !== undefined) return style.heading
  const level = outlineLevel(properties) ?? style.outlineLevel
  return level === undefined || text.length > maxHeadingLength ? undefined : Math.min(6, level + 1)
}

/** True where a paragraph has no end of its own: its mark was deleted, or it is a large letter before the next one. */
function goesOn(properties: XmlElement | undefined): boolean {
  const mark = childOf(properties, "w:rPr")
  if (childOf(mark, "w:del") !== undefined || childOf(mark, "w:moveFrom") !== undefined) return true
  const cap = childOf(properties, "w:framePr")?.attributes["w:dropCap"]
  return cap === "drop" || cap === "margin"
}

function tidy(text: string): string {
  return text
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .trim()
}
