/**
 * Parts of tables on their own: rows by an agent, queries in SQL, exports.
 *
 * @module spd-rag/tables
 */
export { tableToCSV, tableToJSON, tableToMarkdown, tableToXLSX } from "./export"
export { type ExtractRowOptions, extractRow } from "./extract-row"
export { type PlanColumnsOptions, type PlannedColumns, planColumns } from "./plan/plan-columns"
export {
  type QueriedRow,
  type QueryColumn,
  type QueryLimits,
  type QueryRowsRequest,
  type QueryTools,
  queryColumns,
  queryRows,
  queryTable,
} from "./query"
export type { SQLValue } from "./query/engine/statement"
export { type ColumnResolution, type ResolveColumnOptions, resolveColumn } from "./resolve/resolve-column"
