export { type QueriedRow, type QueryColumn, queryColumns, queryTable } from "./columns"
export type { QueryLimits } from "./limits"
export { type QueryRowsRequest, type QueryTools, queryRows } from "./query-rows"
