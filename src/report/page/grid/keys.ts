/** A cell by its place among those shown; column 0 is the row's title. */
export interface CellPlace {
  readonly row: number
  readonly column: number
}

/** Where a key leads in a grid, by the ARIA practices; undefined for keys that lead nowhere. */
export function movedBy(
  key: string,
  withControl: boolean,
  { row, column }: CellPlace,
  rows: number,
  columns: number,
  pageRows: number,
): CellPlace | undefined {
  const to = (nextRow: number, nextColumn: number): CellPlace => ({
    row: Math.max(0, Math.min(rows - 1, nextRow)),
    column: Math.max(0, Math.min(columns - 1, nextColumn)),
  })
  switch (key) {
    case "ArrowDown":
      return to(row + 1, column)
    case "ArrowUp":
      return to(row - 1, column)
    case "ArrowRight":
      return to(row, column + 1)
    case "ArrowLeft":
      return to(row, column - 1)
    case "PageDown":
      return to(row + pageRows, column)
    case "PageUp":
      return to(row - pageRows, column)
    case "Home":
      return to(withControl ? 0 : row, 0)
    case "End":
      return to(withControl ? rows - 1 : row, columns - 1)
    default:
      return undefined
  }
}
