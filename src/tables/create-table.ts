import type { CompleteOptions, JSONValue, Table } from "../contracts"
import { type QueryLimits, queryRows } from "./query"

type Exports = "toCSV" | "toMarkdown" | "toJSON" | "toXLSX"

/** A table with what can be asked of it. */
export type MadeTable<Values extends object = Readonly<Record<string, JSONValue>>> = Omit<
  Table<Values>,
  Exports | "complete"
> & { complete(options?: CompleteOptions): Promise<MadeTable<Values>> }

/** A table of its data. */
export function createTable(
  data: Omit<MadeTable, "complete" | "query">,
  complete: (options: CompleteOptions | undefined) => Promise<MadeTable>,
): MadeTable {
  const { columns, rows } = data
  return {
    ...data,
    complete: async (options) => complete(options),
    query: async (sql, { signal, ...limits } = {}) =>
      queryRows({ sql, columns, rows, signal, limits: limits as Partial<QueryLimits> }),
  }
}
