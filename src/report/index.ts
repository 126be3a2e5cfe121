/**
 * An answer or a table as one HTML page.
 *
 * @module spd-rag/report
 */
export { passagesOf, type ReportPassage } from "./passages-of"
export { type ReportOptions, renderReport } from "./render-report"
