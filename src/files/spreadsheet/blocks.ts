import { markdownTable } from "../kit/markdown-table"
import type { TextBudget } from "../kit/text-budget"
import type { SheetRow } from "./sheet"

/** Rows as Markdown: each run of rows without an empty one between is a table, with its titles before it. */
export function sheetBlocks(rows: readonly SheetRow[], budget: TextBudget): readonly string[] {
  const blocks: string[] = []
  let start = 0
  rows.forEach(({ index }, at) => {
    if (rows[at + 1]?.index === index + 1) return
    for (const block of tableBlocks(rows.slice(start, at + 1), budget)) blocks.push(block)
    start = at + 1
  })
  return blocks
}

/** Lone cells above a table are its titles; columns without a value are dropped, however many lie between two. */
function tableBlocks(rows: readonly SheetRow[], budget: TextBudget): readonly string[] {
  const used = new Set<number>()
  for (const { cells } of rows) for (const { column } of cells) used.add(column)
  if (used.size === 1 && rows.length === 1) return rows[0]!.cells.map(({ text }) => text)
  const firstOfTable = used.size === 1 ? 0 : rows.findIndex(({ cells }) => cells.length > 1)
  const titleCount = firstOfTable < 0 ? rows.length : firstOfTable
  const titles = rows.slice(0, titleCount).map(({ cells }) => cells[0]!.text)
  const table = rows.slice(titleCount)
  if (table.length === 0) return titles
  const places = new Map([...used].sort((a, b) => a - b).map((column, place) => [column, place]))
  const texts = table.map(({ cells }) => {
    const row: string[] = []
    for (const { column, text } of cells) {
      const place = places.get(column)!
      budget.spend(3 * (place - row.length) + 3)
      while (row.length < place) row.push("")
      row.push(text)
    }
    return row
  })
  return [...titles, markdownTable(texts)]
}
