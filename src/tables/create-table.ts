import type { JSONValue, Table } from "../contracts"

/** The data of a table. */
export type MadeTable<Values extends object = Readonly<Record<string, JSONValue>>> = Omit<
  Table<Values>,
  "query" | "toCSV" | "toMarkdown" | "toJSON" | "toXLSX"
>

export function createTable(data: MadeTable): MadeTable {
  return data
}
