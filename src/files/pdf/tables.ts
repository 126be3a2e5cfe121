import { markdownTable } from "../kit/markdown-table"
import type { PdfLine } from "./lines"

interface Column {
  left: number
  right: number
}

/**
 * The table that begins at a line, if one does: at least three lines in a row, two columns or more, whose cells stand
 * under each other; two lines are enough where both fill three columns or more. A row may leave cells out, and a row
 * with a lone cell ends the table.
 */
export function takeTable(
  lines: readonly PdfLine[],
  start: number,
): { readonly markdown: string; readonly lines: number } | undefined {
  const columns: Column[] = lines[start]!.cells.map(({ left, right }) => ({ left, right }))
  if (columns.length < 2) return undefined
  const rows = [lines[start]!.cells.map(({ text }) => text)]
  for (let index = start + 1; index < lines.length; index++) {
    const line = lines[index]!
    const before = lines[index - 1]!
    const distance = (line.top - before.top) / line.size
    if (line.angle !== before.angle || distance <= 0 || distance > 3.5) break
    const row = placeCells(line, columns)
    if (row === undefined) break
    rows.push(row)
  }
  const isShort = rows.length < 3 && (rows.length < 2 || columns.length < 3 || rows[1]!.includes(""))
  return isShort ? undefined : { markdown: markdownTable(rows), lines: rows.length }
}

/** The row's texts by column; the columns grow to hold them. Undefined where the line is no row of the table. */
function placeCells(line: PdfLine, columns: Column[]): string[] | undefined {
  if (line.cells.length < 2) return undefined
  const row = Array<string>(columns.length).fill("")
  const taken = new Set<number>()
  for (const { left, right, text } of line.cells) {
    const over = columns.flatMap((column, index) =>
      left < column.right && right > column.left ? [index] : [],
    )
    const column = over[0]
    if (over.length !== 1 || column === undefined || taken.has(column)) return undefined
    taken.add(column)
    row[column] = text
  }
  for (const [index, { left, right }] of line.cells.entries()) {
    const column = columns[[...taken][index]!]!
    column.left = Math.min(column.left, left)
    column.right = Math.max(column.right, right)
  }
  return row
}
