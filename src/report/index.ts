export { passagesOf, type ReportPassage } from "./passages-of"
export { type ReportOptions, renderReport } from "./render-report"
