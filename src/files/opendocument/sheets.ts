import { plainStyled, type StyledText } from "../kit/styled-text"
import type { CellArea, Sheet, SheetCell, SheetRow } from "../spreadsheet/sheet"
import { childrenOf, isElement, type XmlElement } from "../xml"
import type { PageContext } from "./page"

/** Filled cells and rows that a sheet says it repeats are written out up to here, and more of them are told of. */
const maxRepeats = 1000
const groups = new Set(
  "table:table-row-group table:table-rows table:table-header-rows table:table-column-group table:table-columns table:table-header-columns".split(
    " ",
  ),
)

/**
 * A table of a workbook, by its filled cells: its edge is filled up with repeats of nothing.
 *
 * @param figures text boxes, formulas and charts that lie on the sheet
 */
export function sheetOf(table: XmlElement, context: PageContext, figures: readonly string[]): Sheet {
  const { looks, budget, problem } = context
  const rows: SheetRow[] = []
  const merges: CellArea[] = []
  const hiddenColumns: { first: number; last: number }[] = []
  let index = 0
  let columns = 0
  for (const element of opened(table)) {
    if (element.name === "table:table-column") {
      const last = columns + times(element, "table:number-columns-repeated") - 1
      if (isHidden(element)) hiddenColumns.push({ first: columns, last })
      columns = last + 1
    } else if (element.name === "table:table-row") {
      const cells = cellsOf(element)
      const count = times(element, "table:number-rows-repeated")
      const copies = cells.length === 0 ? 0 : written(count, "row")
      for (let copy = 0; copy < copies; copy++) {
        budget.spend(cells.reduce((sum, { text }) => sum + text.length, 0))
        rows.push({ index: index + copy, cells, isHidden: isHidden(element) })
      }
      index += count
    }
  }
  const name = table.attributes["table:name"] ?? ""
  const isShown = !looks.hidden.has(table.attributes["table:style-name"] ?? "")
  return { name, isHidden: !isShown, rows, merges, hiddenColumns, figures }

  /** How many of its repeats are written out. */
  function written(count: number, what: string): number {
    if (count > maxRepeats) problem(`A ${what} that stands ${count} times was read ${maxRepeats} times.`)
    return Math.min(count, maxRepeats)
  }

  function cellsOf(row: XmlElement): readonly SheetCell[] {
    const cells: SheetCell[] = []
    let column = 0
    for (const cell of childrenOf(row)) {
      const count = times(cell, "table:number-columns-repeated")
      const text = cell.name === "table:table-cell" ? cellText(cell, context) : ""
      const [across, down] = ["table:number-columns-spanned", "table:number-rows-spanned"].map((span) =>
        times(cell, span),
      ) as [number, number]
      if (text !== "" && (across > 1 || down > 1)) {
        merges.push({ top: index, left: column, bottom: index + down - 1, right: column + across - 1 })
      }
      const copies = text === "" ? 0 : written(count, "cell")
      for (let copy = 0; copy < copies; copy++) {
        budget.spend(text.length)
        cells.push({ column: column + copy, text })
      }
      column += count
    }
    return cells
  }
}

/** Rows and columns of a table, groups opened. */
function opened(table: XmlElement): readonly XmlElement[] {
  return childrenOf(table).flatMap((child) => (groups.has(child.name) ? opened(child) : [child]))
}

const isHidden = ({ attributes }: XmlElement): boolean =>
  /^(?:collapse|filter)$/.test(attributes["table:visibility"] ?? "")

const times = ({ attributes }: XmlElement, name: string): number =>
  Math.max(1, Math.floor(Number(attributes[name])) || 1)

function cellText(cell: XmlElement, { looks, problem }: PageContext): string {
  const stretches: StyledText[] = []
  const style = looks.elements.get(cell.attributes["table:style-name"] ?? "")
  visit(cell, style)
  return plainStyled(stretches).replace(/\s+/g, " ").trim()

  function visit(element: XmlElement, look: string | undefined): void {
    for (const child of element.children) {
      if (!isElement(child)) {
        const script = look === "sup" ? "^" : look === "sub" ? "_" : undefined
        stretches.push({ text: child, script, isStruck: look === "s" })
      } else if (child.name === "office:annotation") problem("Comments were left out.")
      else if (/^text:(?:s|tab|line-break)$/.test(child.name)) stretches.push({ text: " " })
      else if (child.name === "text:p") {
        if (stretches.length > 0) stretches.push({ text: " " })
        visit(child, look)
      } else if (!/^svg:(?:title|desc)$/.test(child.name)) {
        visit(child, looks.elements.get(child.attributes["text:style-name"] ?? "") ?? look)
      }
    }
  }
}
