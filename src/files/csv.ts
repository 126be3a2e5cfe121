import { decodeText } from "./decode-text"
import { markdownTable } from "./markdown-table"
import type { ParseFile } from "./parse"
import { loadCsvParser } from "./peers"

/** Comma, semicolon, tab or bar separated values as one Markdown table; the first row is the header. */
export async function csvParser(): Promise<ParseFile> {
  const { parse } = await loadCsvParser()
  return async ({ bytes }) => {
    const rows = parse(decodeText(bytes), { skipEmptyLines: "greedy" }).data
    return { text: rows.length === 0 ? "" : markdownTable(rows) }
  }
}
