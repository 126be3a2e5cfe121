import type { ColumnType, TableData, TableExportOptions } from "../../contracts"
import { type GridValue, tableGrid } from "./grid"
import { loadSpreadsheetWriter, type WrittenCell } from "./peer"

/** The most UTF-16 units that a cell of a spreadsheet may hold. */
const maxCellLength = 32_767

/**
 * A workbook of one sheet. Texts are cells of text, which no program runs; a date is a date, a number a number. A text
 * that is longer than a cell may be is cut, and its end says so.
 *
 * @throws InvalidArgumentError that says what to install
 */
export async function tableToXLSX(
  data: TableData<object>,
  options: TableExportOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { write } = await loadSpreadsheetWriter()
  const grid = tableGrid(data, options)
  const lines: (readonly (WrittenCell | undefined)[])[] = [grid.header.map((name) => cellOf(name, "text"))]
  for (const values of grid.lines()) lines.push(values.map((value, at) => cellOf(value, grid.types[at]!)))
  const last = { r: lines.length - 1, c: Math.max(0, grid.header.length - 1) }
  const sheet = { "!data": lines, "!ref": `A1:${columnName(last.c)}${last.r + 1}` }
  const workbook = { SheetNames: ["Table"], Sheets: { Table: sheet } }
  return new Uint8Array(write(workbook, { type: "array", bookType: "xlsx", compression: true }))
}

function cellOf(value: GridValue, type: ColumnType): WrittenCell | undefined {
  if (value === null) return undefined
  if (typeof value === "number") return { t: "n", v: value }
  if (typeof value === "boolean") return { t: "b", v: value }
  const day = type === "date" ? dayNumber(value) : undefined
  return day === undefined ? { t: "s", v: fitting(value) } : { t: "n", v: day, z: "yyyy-mm-dd" }
}

/** Days since the last of 1899, as spreadsheets count them; undefined before March 1900, of which they count one too many. */
function dayNumber(date: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined
  const days = Date.parse(`${date}T00:00:00Z`) / 86_400_000 + 25_569
  return days >= 61 ? days : undefined
}

function fitting(value: string): string {
  // Else such a part would be read as the character that it stands for.
  const text = value.replace(/_x(?=[0-9a-f]{4}_)/gi, "_x005F_x")
  if (text.length <= maxCellLength) return text
  const end = ` ... (cut; ${text.length} characters)`
  return text.slice(0, maxCellLength - end.length).toWellFormed() + end
}

function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}
