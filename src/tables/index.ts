export { tableToCSV, tableToJSON, tableToMarkdown, tableToXLSX } from "./export"
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
