import type { TextBudget } from "./text-budget"

/** A cell as a format has it: spans are 1 or more. */
export interface SpanningCell {
  readonly text: string
  readonly columns: number
  readonly rows: number
}

/** Spans end here: a format may say any number. Cells that are written out are never left out. */
const maxColumns = 500

/**
 * Rows of cells as a full grid. What a cell says holds for all that it spans, so it is repeated in each of them; one
 * that is as wide as the table says nothing about columns and stands once.
 */
export function fillGrid(
  rows: readonly (readonly SpanningCell[])[],
  budget: TextBudget,
): readonly (readonly string[])[] {
  const grid: string[][] = rows.map(() => [])
  const width = rows.reduce((widest, row) => Math.max(widest, widthOf(row)), 1)
  rows.forEach((cells, rowIndex) => {
    const row = grid[rowIndex]!
    let column = 0
    for (const cell of cells) {
      while (row[column] !== undefined) column++
      const columns = clamp(cell.columns, maxColumns - column)
      const below = clamp(cell.rows, column < maxColumns ? rows.length - rowIndex : 1)
      const isTitle = cells.length === 1 && columns >= width
      for (let down = 0; down < below; down++) {
        for (let right = 0; right < columns; right++) {
          const text = isTitle && right > 0 ? "" : cell.text
          budget.spend(text.length + 3)
          grid[rowIndex + down]![column + right] ??= text
        }
      }
      column += columns
    }
  })
  return grid.map((row) => Array.from(row, (text) => text ?? ""))
}

const widthOf = (row: readonly SpanningCell[]): number =>
  row.reduce((sum, { columns }) => sum + clamp(columns, maxColumns - sum), 0)

const clamp = (span: number, most: number): number => Math.max(1, Math.min(span, most))
