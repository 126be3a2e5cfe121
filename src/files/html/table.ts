import { markdownTable } from "../kit/markdown-table"
import type { MarkupNode } from "../kit/markup"

const maxColumns = 500

/**
 * A table element as blocks: its caption and a Markdown table, header first. A cell that spans rows is repeated in
 * each; one that spans columns stands in the first. A table that only lays out a page gives the blocks of its cells.
 */
export function htmlTable(table: MarkupNode, blocksOf: (node: MarkupNode) => string[]): string[] {
  const rows = rowsOf(table)
  const cells = rows.map((row) => (row.children ?? []).filter(({ name }) => name === "td" || name === "th"))
  const caption = (table.children ?? []).filter(({ name }) => name === "caption").flatMap(contents)
  const all = cells.flat()
  if (all.length < 2 || all.some((cell) => holdsTable(cell))) return [...caption, ...all.flatMap(contents)]
  const grid = fillGrid(cells, (cell) => contents(cell).join(" "))
  const filled = grid.filter((row) => row.some((text) => text !== ""))
  return filled.length === 0 ? caption : [...caption, markdownTable(filled)]

  function contents(node: MarkupNode): string[] {
    return blocksOf({ type: "root", children: node.children ?? [] })
  }
}

/** Rows in reading order; a header that is written last still comes first, a footer last. */
function rowsOf(table: MarkupNode): MarkupNode[] {
  const groups = table.children ?? []
  const rank = ({ name }: MarkupNode) => (name === "thead" ? 0 : name === "tfoot" ? 2 : 1)
  return [0, 1, 2].flatMap((wanted) =>
    groups
      .filter((group) => rank(group) === wanted)
      .flatMap((group) => (group.name === "tr" ? [group] : (group.children ?? []).filter(isRow))),
  )
}

const isRow = ({ name }: MarkupNode): boolean => name === "tr"

function fillGrid(
  rows: readonly (readonly MarkupNode[])[],
  textOf: (cell: MarkupNode) => string,
): readonly string[][] {
  const grid: string[][] = rows.map(() => [])
  rows.forEach((cells, rowIndex) => {
    const row = grid[rowIndex]!
    let column = 0
    for (const cell of cells) {
      while (row[column] !== undefined) column++
      const text = textOf(cell)
      const width = span(cell.attribs?.colspan, maxColumns - column)
      const height = span(cell.attribs?.rowspan, rows.length - rowIndex)
      for (let below = 0; below < height; below++) {
        for (let right = 0; right < width; right++)
          grid[rowIndex + below]![column + right] = right === 0 ? text : ""
      }
      column += width
    }
  })
  return grid.map((row) => Array.from(row, (text) => text ?? ""))
}

function span(attribute: string | undefined, most: number): number {
  return Math.max(1, Math.min(Number.parseInt(attribute ?? "1", 10) || 1, most))
}

function holdsTable(node: MarkupNode): boolean {
  return node.name === "table" || (node.children ?? []).some(holdsTable)
}
