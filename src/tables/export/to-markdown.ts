import type { TableData, TableExportOptions } from "../../contracts"
import { type GridValue, tableGrid } from "./grid"

/**
 * A table of GitHub's Markdown. Texts are shown as they are written: what would be markup, HTML, an image or a link of
 * Markdown in them is escaped, and a line end is `<br>`.
 */
export function tableToMarkdown(data: TableData<object>, options: TableExportOptions = {}): string {
  const grid = tableGrid(data, options)
  const line = (values: readonly GridValue[]) => `| ${values.map(markdownText).join(" | ")} |`
  const alignments = grid.types.map((type) => (type === "number" || type === "integer" ? "---:" : "---"))
  const lines = [line(grid.header), `| ${alignments.join(" | ")} |`]
  for (const values of grid.lines()) lines.push(line(values))
  return `${lines.join("\n")}\n`
}

function markdownText(value: GridValue): string {
  if (value === null) return ""
  if (typeof value !== "string") return String(value)
  return value
    .replace(/[\\`*[\]|~]|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_/gu, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/\r\n|[\r\n\u2028\u2029]/g, "<br>")
}
