import { plainName } from "../../../calls/json/fields"
import type { TableColumn } from "../../../contracts"

/** Names that every provider takes as the name of a field. */
const plainKey = /^[A-Za-z][A-Za-z0-9_]{0,62}$/
/** Names of what else a reply holds. */
const taken = new Set([
  "row",
  "rows",
  "quotes",
  "written",
  "status",
  "value",
  "reasoning",
  "action",
  "queries",
])

/** The names of the columns in replies: their own, or `column1`, `column2`, ... where these are no plain names or look alike. */
export interface ColumnKeys {
  keyOf(column: TableColumn): string
  /** The column of a name in a reply, whatever its case and marks. */
  columnOf(name: string): TableColumn | undefined
}

export function columnKeys(columns: readonly TableColumn[]): ColumnKeys {
  const plain = columns.map(({ name }) => plainName(name))
  const own =
    new Set(plain).size === plain.length &&
    columns.every(({ name }, index) => plainKey.test(name) && !taken.has(plain[index]!))
  const numbered = columns.map((column, index) => [column, `column${index + 1}`] as const)
  const keys = new Map(own ? columns.map((column) => [column, column.name] as const) : numbered)
  const byName = new Map<string, TableColumn>()
  const names = columns.map((column) => [column, column.name] as const)
  for (const [column, key] of [...keys, ...names, ...numbered]) {
    const name = plainName(key)
    if (name !== "" && !byName.has(name)) byName.set(name, column)
  }
  return { keyOf: (column) => keys.get(column)!, columnOf: (name) => byName.get(plainName(name)) }
}
