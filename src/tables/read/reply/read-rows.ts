import { noAnswer, quoteNames, statusOf } from "../../../agent/reply/read-answers"
import { type Fields, fieldsOf, firstOf, plainName, stringsOf, textOf } from "../../../calls/json/fields"
import { objectsIn } from "../../../calls/json/objects-in"
import type { TableColumn } from "../../../contracts"
import type { ColumnKeys } from "./column-keys"
import type { ReportedCell, ReportedRow } from "./reported"

const listNames = ["rows", "row", "records", "items", "entries", "data", "results", "answers", "table"]
const valueNames = ["value", "answer", "result", "content"]
const numberNames = ["row", "rowNumber", "number", "index"]

/**
 * The rows that a reply means, whatever its shape; undefined where it holds neither rows nor an empty list of them. With
 * `listed` a row alone is none: it may be what is whole of a list that was cut.
 */
export function readRows(
  value: unknown,
  keys: ColumnKeys,
  listed: boolean,
): readonly ReportedRow[] | undefined {
  let best: readonly ReportedRow[] | undefined
  for (const fields of objectsIn(Array.isArray(value) ? { rows: value } : value)) {
    const rows = rowsOf(fields, keys, listed)
    if (rows !== undefined && (best === undefined || weight(rows) > weight(best))) best = rows
  }
  return best
}

function weight(rows: readonly ReportedRow[]): number {
  return rows.reduce((sum, { cells }) => sum + cells.size, 0)
}

function rowsOf(fields: Fields, keys: ColumnKeys, isList: boolean): readonly ReportedRow[] | undefined {
  for (const name of listNames) {
    const listed = fields.get(plainName(name))
    if (Array.isArray(listed)) {
      const rows = listed.flatMap((entry) => rowOf(fieldsOf(entry), keys) ?? [])
      if (rows.length > 0 || listed.length === 0) return rows
    }
    const row = rowOf(fieldsOf(listed), keys)
    if (row !== undefined && !isList) return [row]
  }
  if (isList) return undefined
  const row = rowOf(fields, keys)
  return row && [row]
}

/** Undefined for what holds no column. */
function rowOf(given: Fields | undefined, keys: ColumnKeys): ReportedRow | undefined {
  if (given === undefined) return undefined
  const inner = fieldsOf(given.get("cells") ?? given.get("columns") ?? given.get("values"))
  const fields = inner === undefined ? given : new Map([...given, ...inner])
  const cells = new Map<string, ReportedCell>()
  for (const [name, entry] of fields) {
    const column = keys.columnOf(name)
    const cell = column && cellOf(column, entry)
    if (cell !== undefined && !cells.has(column!.name)) cells.set(column!.name, cell)
  }
  if (cells.size === 0) return undefined
  const number = Number(textOf(firstOf(given, ...numberNames)) || Number.NaN)
  return { number: Number.isInteger(number) && number > 0 ? number : undefined, cells }
}

/** Undefined for an entry that was cut before its value. */
function cellOf(column: TableColumn, entry: unknown): ReportedCell | undefined {
  if (entry === undefined) return undefined
  const fields = fieldsOf(entry)
  const isEntry = fields !== undefined && ["status", "quotes", ...valueNames].some((name) => fields.has(name))
  if (!isEntry) return told(column, { value: entry, quotes: [], written: "", given: undefined })
  const status = firstOf(fields, "status", "found", "state")
  const value = valueNames.map((name) => fields.get(name)).find((one) => one !== undefined)
  if (value === undefined && statusOf(status) !== false) return undefined
  const quotes = quoteNames.flatMap((name) => stringsOf(fields.get(name), "quote"))
  return told(column, { value, quotes, written: textOf(fields.get("written")), given: status })
}

function told(
  { type }: TableColumn,
  entry: {
    readonly value: unknown
    readonly quotes: readonly string[]
    readonly written: string
    readonly given: unknown
  },
): ReportedCell {
  const { quotes, written, given } = entry
  const isComputed = /^(?:comput|calculat|deriv|infer)/.test(plainName(textOf(given)))
  const status = isComputed ? true : statusOf(given)
  // The words of the document are the value where a reply says that it found one and gives no other.
  const isLeftOut = status === true && entry.value === "" && written.trim() !== ""
  const value = isLeftOut ? written : entry.value
  const text = typeof value === "string" ? value.trim() : undefined
  const saysNone = text === "" || (text !== undefined && noAnswer.test(text) && quotes.length === 0)
  // A model that a grammar holds writes something in every field.
  const isFiller =
    status === undefined && quotes.length === 0 && (value === 0 || value === false || isEmpty(value))
  const isNone = value === null || value === undefined || (saysNone && type !== "choice") || isFiller
  if (status === false || (isNone && !(status === true && type === "list"))) {
    return { quotes: [], written: "", status: "not-found", value: null }
  }
  return { quotes, written, status: isComputed ? "computed" : "found", value }
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0
}
