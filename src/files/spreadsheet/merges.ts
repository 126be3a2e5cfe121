import type { TextBudget } from "../kit/text-budget"
import type { CellArea, SheetCell, SheetRow } from "./sheet"

/**
 * Rows in which a merged cell stands in every row and column that it covers, as long as there is something else in
 * them. One that has its row for itself is a title and stands once.
 */
export function repeatMerged(
  rows: readonly SheetRow[],
  merges: readonly CellArea[],
  budget: TextBudget,
): readonly SheetRow[] {
  if (merges.length === 0) return rows
  const added = new Map<number, SheetCell[]>()
  const columns = [...new Set(rows.flatMap((row) => row.cells.map(({ column }) => column)))].sort(
    (a, b) => a - b,
  )
  for (const { top, left, bottom, right } of merges) {
    const first = firstAtLeast(rows.length, (index) => rows[index]!.index >= top)
    const owner = rows[first]
    const own = owner?.index === top ? owner.cells.find(({ column }) => column === left) : undefined
    if (owner === undefined || own === undefined) continue
    const isTitle = owner.cells.length === 1
    const from = firstAtLeast(columns.length, (index) => columns[index]! >= left)
    for (let at = first; at < rows.length && rows[at]!.index <= bottom; at++) {
      for (let place = from; place < columns.length && columns[place]! <= right; place++) {
        const column = columns[place]!
        budget.spend(1)
        if ((at === first && column === left) || (isTitle && column > left)) continue
        budget.spend(own.text.length)
        const cells = added.get(at) ?? []
        added.set(at, cells)
        cells.push({ column, text: own.text })
      }
    }
  }
  return rows.map((row, at) => {
    const cells = added.get(at)
    return cells === undefined ? row : { ...row, cells: withMissing(row.cells, cells) }
  })
}

/** What a row has itself goes before what reaches into it. */
function withMissing(own: readonly SheetCell[], more: readonly SheetCell[]): readonly SheetCell[] {
  const byColumn = new Map([...more, ...own].map((cell) => [cell.column, cell]))
  return [...byColumn.values()].sort((a, b) => a.column - b.column)
}

/** The first index for which the test holds, of a list in which it holds from one on. */
function firstAtLeast(length: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
