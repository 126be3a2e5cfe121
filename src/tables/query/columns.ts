import type { TableRow } from "../../contracts"
import type { TableCell, TableColumn } from "../../contracts/cell"
import type { JSONValue } from "../../contracts/json"
import { InvalidArgumentError } from "../../errors"
import type { SQLValue } from "./engine/statement"

/** The name of the table that holds the rows. */
export const queryTable = "rows"

/** A column as SQL sees it. */
export interface QueryColumn {
  /** As SQL knows it; unquoted. */
  readonly name: string
  /** For SQLite, which compares and divides by it. */
  readonly type: "TEXT" | "REAL" | "INTEGER"
  readonly valueOf: (row: QueriedRow) => SQLValue | bigint
}

/** What of a row a query reads. */
export type QueriedRow = Pick<TableRow, "documentId" | "index" | "status"> & {
  readonly cells: Readonly<Record<string, TableCell>>
}

const own = [
  { name: "document_id", type: "TEXT", valueOf: (row) => row.documentId },
  { name: "status", type: "TEXT", valueOf: (row) => row.status },
  { name: "row_index", type: "INTEGER", valueOf: (row) => BigInt(row.index) },
] as const satisfies readonly QueryColumn[]

/**
 * The columns that SQL sees: `document_id`, `status` of the document and `row_index` within it, then the table's. A
 * column of the table keeps its name; one of the three that has the same gets underscores before it.
 *
 * @throws InvalidArgumentError for two names that SQL takes for the same, or one that it can't hold
 */
export function queryColumns(columns: readonly TableColumn[]): readonly QueryColumn[] {
  const taken = new Map<string, string>()
  for (const { name } of columns) {
    if (typeof name !== "string" || name === "" || name.includes("\0") || !name.isWellFormed())
      throw new InvalidArgumentError(
        "columns",
        name,
        "columns with names of at least one character, without NUL",
      )
    const other = taken.get(folded(name))
    if (other !== undefined)
      throw new InvalidArgumentError(
        "columns",
        name,
        `columns whose names differ in more than case, unlike ${JSON.stringify(other)}`,
      )
    taken.set(folded(name), name)
  }
  const free = (name: string): string => (taken.has(name) ? free(`_${name}`) : name)
  return [
    ...own.map((column) => ({ ...column, name: free(column.name) })),
    ...columns.map((column) => ({
      name: column.name,
      type: sqlTypes[column.type] ?? ("TEXT" as const),
      valueOf: (row: QueriedRow) => cellValue(row, column),
    })),
  ]
}

/** The name of a column that has none of the table's as SQL's name of a row's number; undefined: all are taken. */
export function rowNumberName(columns: readonly QueryColumn[]): string | undefined {
  const taken = new Set(columns.map(({ name }) => folded(name)))
  return ["rowid", "_rowid_", "oid"].find((name) => !taken.has(name))
}

/** As an identifier, whatever its characters. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** SQL tells names apart by the letters of ASCII in either case alone. */
export function folded(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

const sqlTypes: { readonly [type: string]: QueryColumn["type"] | undefined } = {
  number: "REAL",
  integer: "INTEGER",
  boolean: "INTEGER",
}

function cellValue({ cells }: QueriedRow, { name, type }: TableColumn): SQLValue | bigint {
  const cell = Object.hasOwn(cells, name) ? cells[name] : undefined
  return cell?.status === "found" ? sqlValue(cell.value, type) : null
}

/** Booleans are 1 and 0, lists and objects JSON. */
function sqlValue(value: JSONValue, type: TableColumn["type"]): SQLValue | bigint {
  if (value === null || typeof value === "string") return value
  if (typeof value === "boolean") return value ? 1n : 0n
  if (typeof value !== "number") return JSON.stringify(value)
  return type !== "number" && Number.isSafeInteger(value) ? BigInt(value) : value
}
