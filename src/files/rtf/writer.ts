import type { TextBudget } from "../kit/text-budget"
import { type RtfCell, type RtfRow, tableHtml } from "./tables"

/** Writes a text, a header or a note as HTML: paragraphs, and rows that come one after the other as a table. */
export interface RtfWriter {
  write(html: string, isInTable: boolean): void
  /** Ends a paragraph. @param heading 1 to 6; undefined for plain text */
  paragraph(isInTable: boolean, heading?: number): void
  /** A number of a page was left out: what is left of "Page 1 of 9" says nothing. */
  leavePageNumber(): void
  /** Begins to say what the cells of a row are. */
  defineRow(): void
  defineCell(cell: RtfCell): void
  cell(): void
  row(): void
  /** A text that stands beside the paragraph, behind which it comes. */
  add(box: RtfWriter): void
  html(): string
}

const lineBreak = "<br>"

export function rtfWriter(budget: TextBudget): RtfWriter {
  const blocks: string[] = []
  let words: string[] = []
  let boxes: RtfWriter[] = []
  let hasPageNumber = false
  let rows: RtfRow[] = []
  let definition: RtfCell[] = []
  let texts: string[] = []
  let cell: string[] = []

  const writer: RtfWriter = {
    write(html, isInTable) {
      budget.spend(html.length)
      if (!isInTable) endTable()
      const target = isInTable ? cell : words
      target.push(html)
    },
    paragraph(isInTable, heading) {
      budget.spend(8)
      if (isInTable) cell.push(endBoxes(), lineBreak)
      else {
        endTable()
        endParagraph(heading)
      }
    },
    leavePageNumber() {
      hasPageNumber = true
    },
    defineRow() {
      definition = []
    },
    defineCell(one) {
      definition.push(one)
    },
    cell() {
      budget.spend(9)
      while (cell.at(-1) === lineBreak) cell.pop()
      texts.push(cell.join("") + endBoxes())
      cell = []
    },
    row() {
      if (texts.length > 0) rows.push({ texts, cells: definition })
      texts = []
    },
    add(box) {
      boxes.push(box)
    },
    html() {
      if (cell.length > 0) writer.cell()
      writer.row()
      endTable()
      endParagraph(undefined)
      return blocks.join("")
    },
  }
  return writer

  function endParagraph(heading: number | undefined): void {
    const text = words.join("")
    const isRest = hasPageNumber && text.trim().split(/\s+/).length <= 3
    const tag = heading === undefined ? "p" : `h${heading}`
    if (text !== "" && !isRest) blocks.push(`<${tag}>${text}</${tag}>`)
    blocks.push(endBoxes())
    words = []
    hasPageNumber = false
  }
  function endTable(): void {
    if (rows.length === 0) return
    // Words before the table that no paragraph ended.
    endParagraph(undefined)
    blocks.push(tableHtml(rows))
    rows = []
  }
  function endBoxes(): string {
    const found = boxes.map((box) => box.html()).join("")
    boxes = []
    return found
  }
}
