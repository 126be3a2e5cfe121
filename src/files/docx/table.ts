import { fillGrid, type SpanningCell } from "../kit/table-grid"
import type { TextBudget } from "../kit/text-budget"
import { childOf, childrenOf, type XmlElement } from "../xml"

const wrappers = new Set("w:sdt w:sdtContent w:customXml w:ins w:moveTo".split(" "))

interface Cell extends SpanningCell {
  rows: number
}

/**
 * The texts of a table by row and column; a merged cell is repeated in each that it covers. Rows and cells that were
 * deleted are left out.
 *
 * @param textOf the text of a cell
 */
export function tableRows(
  table: XmlElement,
  textOf: (cell: XmlElement) => string,
  budget: TextBudget,
): readonly (readonly string[])[] {
  const rows: Cell[][] = []
  /** By column, the cell above that a merge goes on from. */
  let above = new Map<number, Cell>()
  for (const row of inside(table, "w:tr")) {
    const properties = childOf(row, "w:trPr")
    if (childOf(properties, "w:del") !== undefined) continue
    const before = columns(childOf(properties, "w:gridBefore"), 0)
    const cells: Cell[] = before === 0 ? [] : [{ text: "", columns: before, rows: 1 }]
    const open = new Map<number, Cell>()
    let column = before
    for (const element of inside(row, "w:tc")) {
      const own = childOf(element, "w:tcPr")
      if (childOf(own, "w:cellDel") !== undefined) continue
      const width = columns(childOf(own, "w:gridSpan"), 1)
      const merge = childOf(own, "w:vMerge")
      const isContinued = merge !== undefined && merge.attributes["w:val"] !== "restart"
      const owner = isContinued ? above.get(column) : undefined
      if (owner === undefined) {
        const cell = { text: textOf(element), columns: width, rows: 1 }
        cells.push(cell)
        if (merge !== undefined) open.set(column, cell)
      } else {
        owner.rows++
        open.set(column, owner)
      }
      column += width
    }
    above = open
    rows.push(cells)
  }
  return fillGrid(rows, budget).filter((row) => row.some((text) => text !== ""))
}

/** True where the table shows no more than one row or column: it lays out a page, or is a frame. */
export function isLayout(table: XmlElement): boolean {
  const rows = inside(table, "w:tr")
  return rows.length < 2
    ? rows.every((row) => inside(row, "w:tc").length < 2 || holdsTable(row))
    : rows.every((row) => inside(row, "w:tc").length < 2)
}

const holdsTable = (row: XmlElement): boolean =>
  inside(row, "w:tc").some((cell) => inside(cell, "w:tbl").length > 0)

/** Elements of a name below one, content controls and the like opened. */
export function inside(element: XmlElement, name: string): readonly XmlElement[] {
  return childrenOf(element).flatMap((child) =>
    child.name === name ? [child] : wrappers.has(child.name) ? inside(child, name) : [],
  )
}

function columns(element: XmlElement | undefined, least: number): number {
  return Math.max(least, Math.floor(Number(element?.attributes["w:val"])) || least)
}
