import { escapeHtml } from "../html/escape"
import type { TextBudget } from "../kit/text-budget"
import { childrenOf, isElement, textOf, type XmlElement } from "../xml"
import type { Looks } from "./looks"

/** Words that are not of the final version, or not of the text. */
const leftOut = new Set([
  "text:tracked-changes",
  "office:annotation",
  "office:forms",
  "text:sequence-decls",
  "text:variable-decls",
  "text:user-field-decls",
  "table:covered-table-cell",
  "table:shapes",
  "table:tracked-changes",
  "table:calculation-settings",
  "table:content-validations",
  "svg:title",
  "svg:desc",
  "presentation:settings",
])

/** Elements that are one of HTML. */
const tags: { readonly [name: string]: string } = {
  "text:p": "p",
  "text:list-item": "li",
  "text:list-header": "div",
  "text:ruby": "ruby",
  "text:ruby-text": "rt",
}

const letters: { readonly [name: string]: string } = {
  "text:s": " ",
  "text:tab": "\t",
  "text:line-break": "<br>",
}

const headingLevel = (level: string | undefined): number => Math.min(6, Math.max(1, Number(level ?? 1) || 1))

/** Empty cells and rows that a sheet says it repeats are not written out; filled ones are, up to here. */
const maxRepeats = 1000

/** The body of a document as HTML. */
export function pageOf(body: XmlElement, looks: Looks, budget: TextBudget): string {
  const parts: string[] = []
  const notes: XmlElement[] = []
  const push = (part: string) => {
    budget.spend(part.length)
    parts.push(part)
  }
  const within = (tag: string, element: XmlElement, lists: ListPlace | undefined, attributes = "") => {
    push(`<${tag}${attributes}>`)
    children(element, lists)
    push(`</${tag}>`)
  }
  function children(element: XmlElement, lists: ListPlace | undefined): void {
    for (const child of element.children) {
      if (!isElement(child)) push(escapeHtml(child))
      else if (!leftOut.has(child.name)) visit(child, lists)
    }
  }
  function visit(element: XmlElement, lists: ListPlace | undefined): void {
    const { name, attributes } = element
    const tag =
      tags[name] ??
      (name === "text:span" ? looks.elements.get(attributes["text:style-name"] ?? "") : undefined)
    const letter = letters[name]
    if (tag !== undefined) within(tag, element, lists)
    else if (letter !== undefined) push(letter)
    else if (name === "text:h") within(`h${headingLevel(attributes["text:outline-level"])}`, element, lists)
    else if (name === "text:list") list(element, lists)
    else if (name === "text:note") {
      notes.push(element)
      push(`<sup>${escapeHtml(noteMark(element))}</sup>`)
    } else if (name === "table:table") {
      if (isSheet(body)) push(`<h2>${escapeHtml(attributes["table:name"] ?? "")}</h2>`)
      within("table", element, undefined)
    } else if (name === "table:table-row") {
      repeat(element, "table:number-rows-repeated", () => within("tr", element, undefined))
    } else if (name === "table:table-cell") {
      const shown = spans(element)
      repeat(element, "table:number-columns-repeated", () => within("td", element, undefined, shown))
    } else {
      if (name === "draw:page") push(`<h2>${escapeHtml(attributes["draw:name"] ?? "")}</h2>`)
      children(element, lists)
    }
  }
  function list(element: XmlElement, outer: ListPlace | undefined): void {
    const style = element.attributes["text:style-name"] ?? outer?.style ?? ""
    const level = (outer?.level ?? 0) + 1
    const numbers = looks.numbered.get(style)?.get(level)
    if (numbers === undefined) within("ul", element, { style, level })
    else {
      const shown = ` type="${escapeHtml(numbers.type)}" start="${escapeHtml(numbers.start)}"`
      within("ol", element, { style, level }, shown)
    }
  }
  children(body, undefined)
  // A note may hold notes of its own; the list grows while it is read.
  for (const note of notes) {
    push(`<p>${escapeHtml(noteMark(note))} `)
    for (const part of childrenOf(note, "text:note-body")) children(part, undefined)
    push("</p>")
  }
  return parts.join("")
}

interface ListPlace {
  readonly style: string
  readonly level: number
}

const isSheet = (body: XmlElement): boolean => childrenOf(body, "office:spreadsheet").length > 0

const noteMark = (note: XmlElement): string => childrenOf(note, "text:note-citation").map(textOf).join("")

/** Sheets are filled up to their edge with repeats of nothing; those are written once. */
function repeat(element: XmlElement, attribute: string, write: () => void): void {
  const times = Number(element.attributes[attribute] ?? 1) || 1
  const isEmpty = times > 1 && textOf(element).trim() === ""
  for (let count = isEmpty ? Math.min(times, 20) : Math.min(times, maxRepeats); count > 0; count--) write()
}

function spans({ attributes }: XmlElement): string {
  const columns = attributes["table:number-columns-spanned"] ?? "1"
  const rows = attributes["table:number-rows-spanned"] ?? "1"
  return ` colspan="${escapeHtml(columns)}" rowspan="${escapeHtml(rows)}"`
}
