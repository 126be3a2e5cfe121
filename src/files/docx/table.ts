import { childOf, childrenOf, type XmlElement } from "../xml"

/** Word has no more than 63. */
const maxColumns = 500
const wrappers = new Set("w:sdt w:sdtContent w:customXml w:ins w:moveTo".split(" "))

/**
 * The texts of a table by row and column. A cell that is merged over rows is repeated in each; one over columns stands
 * in the first. Rows and cells that were deleted are left out.
 *
 * @param textOf the text of a cell
 * @param spend counts what repetition adds to the text
 */
export function tableRows(
  table: XmlElement,
  textOf: (cell: XmlElement) => string,
  spend: (length: number) => void,
): readonly (readonly string[])[] {
  const rows: string[][] = []
  for (const row of inside(table, "w:tr")) {
    const properties = childOf(row, "w:trPr")
    if (childOf(properties, "w:del") !== undefined) continue
    const above = rows.at(-1) ?? []
    const texts: string[] = Array(columns(childOf(properties, "w:gridBefore"), 0)).fill("")
    for (const cell of inside(row, "w:tc")) {
      const own = childOf(cell, "w:tcPr")
      if (childOf(own, "w:cellDel") !== undefined) continue
      const merge = childOf(own, "w:vMerge")
      const isContinued = merge !== undefined && merge.attributes["w:val"] !== "restart"
      const text = isContinued ? (above[texts.length] ?? "") : textOf(cell)
      if (isContinued) spend(text.length)
      const width = Math.min(columns(childOf(own, "w:gridSpan"), 1), maxColumns - texts.length)
      if (width > 0) texts.push(text, ...Array<string>(width - 1).fill(""))
    }
    spend(3 * texts.length)
    rows.push(texts)
  }
  return rows.filter((row) => row.some((text) => text !== ""))
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
  const value = Number(element?.attributes["w:val"] ?? least)
  return Math.max(least, Math.min(maxColumns, Math.floor(value) || least))
}
