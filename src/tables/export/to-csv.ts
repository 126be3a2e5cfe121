import type { TableData, TableExportOptions } from "../../contracts"
import { type GridValue, tableGrid } from "./grid"

/**
 * Comma-separated values, quoted as RFC 4180 says, one line a row. No spreadsheet runs a text of it: one that begins
 * with `=`, `+`, `-`, `@`, a tab or a line end gets an apostrophe before it, and so does each such sign behind a `;`, `|`,
 * tab or line end, where programs that take another separator begin a cell. Numbers stay as they are, and so does a
 * text that is nothing but a negative number.
 */
export function tableToCSV(data: TableData<object>, options: TableExportOptions = {}): string {
  const grid = tableGrid(data, options)
  const lines = [grid.header.map(csvField).join(",")]
  for (const values of grid.lines()) lines.push(values.map(csvField).join(","))
  return `${lines.join("\r\n")}\r\n`
}

const negativeNumber = /^-\d{1,30}(?:\.\d{1,30})?$/
/** A sign that starts a formula where a cell begins; blanks and marks without a width may stand before it. */
const formulaStart = /(^|[;|\t\r\n])([ \u00a0\u200b\ufeff]{0,8})([=+\-@＝＋－＠])/g

function csvField(value: GridValue): string {
  if (value === null) return ""
  if (typeof value !== "string") return String(value)
  const text = negativeNumber.test(value) ? value : harmless(value)
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function harmless(text: string): string {
  const guarded = text.replace(formulaStart, "$1'$2$3")
  return /^[\t\r\n]/.test(guarded) ? `'${guarded}` : guarded
}
