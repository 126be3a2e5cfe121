import { plainStyled } from "../../kit/styled-text"
import type { TextBudget } from "../../kit/text-budget"
import { childOf, childrenOf, textOf, type XmlElement } from "../../xml"
import type { NumberText } from "../number-text"
import { cellPlace, type SheetCell, type SheetRow } from "../sheet"
import { stringText, unescaped } from "./strings"
import type { CellStyle } from "./styles"

export interface RowContext {
  readonly strings: readonly string[]
  readonly styles: (id: string | undefined) => CellStyle
  readonly number: NumberText
  readonly budget: TextBudget
  readonly problem: (text: string) => void
}

/** Reads rows one after the other; a row or cell without a place of its own stands behind the one before. */
export function rowReader({
  strings,
  styles,
  number,
  budget,
  problem,
}: RowContext): (row: XmlElement) => SheetRow {
  let next = 0
  return (row) => {
    const given = Number(row.attributes.r)
    const index = given >= 1 && given <= 1_048_576 ? Math.floor(given) - 1 : next
    next = index + 1
    const cells: SheetCell[] = []
    let column = 0
    for (const cell of childrenOf(row, "c")) {
      column = cellPlace(cell.attributes.r ?? "")?.column ?? column
      const text = cellText(cell).trim()
      budget.spend(text.length)
      if (text !== "") cells.push({ column, text })
      column++
    }
    return { index, cells: inOrder(cells), isHidden: isOn(row.attributes.hidden) }
  }

  function cellText(cell: XmlElement): string {
    const { t: type = "n", s: styleId } = cell.attributes
    const { format, look } = styles(styleId)
    const inline = childOf(cell, "is")
    if (inline !== undefined) return number(stringText(inline, look), format)
    const stored = childOf(cell, "v")
    const value = stored === undefined ? "" : textOf(stored)
    if (value === "" && type !== "str") return formulaText(cell)
    return plainStyled([{ text: shown(type, value, format), ...look }])
  }

  function shown(type: string, value: string, format: string | number): string {
    if (type === "s") {
      const text = strings[Number(value)]
      if (text === undefined) problem(`Text ${value} of the workbook is missing.`)
      return number(text ?? "", format)
    }
    if (type === "b") return value === "1" || value === "true" ? "TRUE" : "FALSE"
    if (type !== "n" || value.trim() === "") return number(unescaped(value), format)
    const figure = Number(value)
    return Number.isFinite(figure) ? number(figure, format) : value
  }

  /** A formula that was never calculated shows itself: an empty cell would say that there is nothing. */
  function formulaText(cell: XmlElement): string {
    const formula = childOf(cell, "f")
    if (formula === undefined) return ""
    const text = textOf(formula).trim()
    problem("Some formulas have no stored value and are shown as formulas.")
    return text === "" ? `=(${cell.attributes.r ?? "formula"})` : `=${text}`
  }
}

function inOrder(cells: readonly SheetCell[]): readonly SheetCell[] {
  const isSorted = cells.every(({ column }, index) => index === 0 || cells[index - 1]!.column < column)
  if (isSorted) return cells
  return [...new Map(cells.map((cell) => [cell.column, cell])).values()].sort((a, b) => a.column - b.column)
}

export const isOn = (value: string | undefined): boolean => value === "1" || value === "true"
