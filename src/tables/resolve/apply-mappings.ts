import type { TableCell, TableColumn, TableRow, ValueMapping } from "../../contracts"
import { valuesOf } from "../values-of"

/** The rows with mapped values in place of the written ones; the words as written stay in the cells. */
export function withMappings(
  rows: readonly TableRow[],
  columns: readonly TableColumn[],
  mappings: readonly ValueMapping[],
): readonly TableRow[] {
  if (mappings.length === 0) return rows
  const byColumn = new Map<string, Map<unknown, ValueMapping["to"]>>()
  for (const { column, from, to } of mappings) {
    const ofColumn = byColumn.get(column) ?? new Map<unknown, ValueMapping["to"]>()
    byColumn.set(column, ofColumn.set(from, to))
  }
  return rows.map((row) => {
    const changed = [...byColumn].flatMap(([name, to]): readonly (readonly [string, TableCell])[] => {
      const cell = row.cells[name]
      if (cell?.status !== "found" || !to.has(cell.value)) return []
      return [[name, { ...cell, value: to.get(cell.value)! }]]
    })
    if (changed.length === 0) return row
    const cells = { ...row.cells, ...Object.fromEntries(changed) }
    return { ...row, cells, values: valuesOf({ cells }, columns) }
  })
}
