import type { CompleteOptions, Table } from "../contracts"
import { tableToCSV, tableToJSON, tableToMarkdown, tableToXLSX } from "./export"
import { type QueryLimits, queryRows } from "./query"

/** What a table knows. */
export type MadeTable = Omit<Table, "complete" | "query" | "toCSV" | "toMarkdown" | "toJSON" | "toXLSX">

/** A table with what can be asked of it. */
export function createTable(
  data: MadeTable,
  complete: (options: CompleteOptions | undefined) => Promise<Table>,
): Table {
  const { columns, rows } = data
  return {
    ...data,
    complete: async (options) => complete(options),
    query: async (sql, { signal, ...limits } = {}) =>
      queryRows({ sql, columns, rows, signal, limits: limits as Partial<QueryLimits> }),
    toCSV: (options) => tableToCSV(data, options),
    toMarkdown: (options) => tableToMarkdown(data, options),
    // `JSON.stringify` hands over the name of a field.
    toJSON: (options) => tableToJSON(data, typeof options === "object" ? options : {}),
    toXLSX: async (options) => tableToXLSX(data, options),
  }
}
