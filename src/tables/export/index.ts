export { tableToCSV } from "./to-csv"
export { tableToJSON } from "./to-json"
export { tableToMarkdown } from "./to-markdown"
export { tableToXLSX } from "./to-xlsx"
