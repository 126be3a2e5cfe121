import type { CompleteOptions, Table } from "../contracts"
import { tableToCSV } from "./export/to-csv"
import { tableToJSON } from "./export/to-json"
import { tableToMarkdown } from "./export/to-markdown"
import type { QueryLimits } from "./query"

/** What a table knows. */
export type MadeTable = Omit<Table, "complete" | "query" | "toCSV" | "toMarkdown" | "toJSON" | "toXLSX">

/** A table with what can be asked of it. What needs a package is loaded on first use, since every reader of answers has this. */
export function createTable(
  data: MadeTable,
  complete: (options: CompleteOptions | undefined) => Promise<Table>,
): Table {
  const { columns, rows } = data
  return {
    ...data,
    complete: async (options) => complete(options),
    async query(sql, { signal, ...limits } = {}) {
      const { queryRows } = await import("./query")
      return queryRows({ sql, columns, rows, signal, limits: limits as Partial<QueryLimits> })
    },
    toCSV: (options) => tableToCSV(data, options),
    toMarkdown: (options) => tableToMarkdown(data, options),
    // `JSON.stringify` hands over the name of a field.
    toJSON: (options) => tableToJSON(data, typeof options === "object" ? options : {}),
    async toXLSX(options) {
      const { tableToXLSX } = await import("./export/to-xlsx")
      return tableToXLSX(data, options)
    },
  }
}

/** A table of all documents: there is nothing left to complete. */
export function wholeTable(data: MadeTable): Table {
  const table: Table = createTable(data, async () => table)
  return table
}
