import type { GridData, GridRow } from "./model"

/**
 * The rows as CSV (RFC 4180): document, id and status, then each column's value, what is known where there is none, and
 * its quotes.
 */
export function gridCSV({ columns, rows }: GridData): string {
  const head = ["document", "id", "status", ...columns.flatMap(({ title }) => [title, "state", "quotes"])]
  return [head, ...rows.map(fieldsOf)].map((fields) => `${fields.map(csvField).join(",")}\r\n`).join("")
}

function fieldsOf({ title, id, status, cells }: GridRow): string[] {
  return [
    title,
    id,
    status,
    ...cells.flatMap(({ value, state, quotes = [] }) => {
      return [value, state, quotes.map(({ text, start, end }) => `"${text}" (${start}-${end})`).join("\n")]
    }),
  ]
}

/** No spreadsheet runs a field as a formula: an apostrophe stands before what would begin one. */
function csvField(value: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(value) && !/^[+-]?\d+(?:[.,]\d+)*%?$/.test(value)
  const safe = isFormula ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
