/** What a row says of one of its cells. */
export interface RtfCell {
  /** Where it ends, in twentieths of a point from the margin. */
  readonly right: number
  /** Goes on with the cell before it. */
  readonly goesOnLeft: boolean
  /** Goes on with the cell above it. */
  readonly goesOnAbove: boolean
}

export interface RtfRow {
  /** Of each cell, as HTML. */
  readonly texts: readonly string[]
  readonly cells: readonly RtfCell[]
}

interface Placed {
  readonly text: string
  columns: number
  rows: number
}

/** Rows as a table of HTML: cells of one row may be as wide as several of another. */
export function tableHtml(rows: readonly RtfRow[]): string {
  const place = placesOf(rows)
  let above = new Map<number, Placed>()
  const placed = rows.map(({ texts, cells }) => {
    const row: Placed[] = []
    const below = new Map<number, Placed>()
    let column = 0
    texts.forEach((text, at) => {
      const cell = cells[at]
      const end = cell === undefined ? column + 1 : Math.max(column + 1, place(cell.right))
      const left = row.at(-1)
      const upper = cell?.goesOnAbove ? above.get(column) : undefined
      if (upper !== undefined) {
        upper.rows++
        below.set(column, upper)
      } else if (cell?.goesOnLeft && left !== undefined) left.columns += end - column
      else {
        const own = { text, columns: end - column, rows: 1 }
        row.push(own)
        below.set(column, own)
      }
      column = end
    })
    above = below
    return row
  })
  const cellHtml = ({ text, columns, rows }: Placed) =>
    `<td colspan="${columns}" rowspan="${rows}">${text}</td>`
  return `<table>${placed.map((row) => `<tr>${row.map(cellHtml).join("")}</tr>`).join("")}</table>`
}

/** Edges nearer than this are one: programs round them each for itself. */
const sameEdge = 30

/** The number of the column that ends at an edge, from 1. */
function placesOf(rows: readonly RtfRow[]): (right: number) => number {
  const all = [...new Set(rows.flatMap(({ cells }) => cells.map(({ right }) => right)))].sort((a, b) => a - b)
  const places = new Map<number, number>()
  let count = 0
  let last = Number.NEGATIVE_INFINITY
  for (const edge of all) {
    if (edge - last > sameEdge) {
      count++
      last = edge
    }
    places.set(edge, count)
  }
  return (right) => places.get(right) ?? 1
}
