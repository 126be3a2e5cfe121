import { markdownTable } from "../kit/markdown-table"
import type { ParseFile } from "../kit/parse"
import { loadCsvParser } from "../kit/peers"
import { decodeText } from "../text/decode-text"

/** Comma, semicolon, tab or bar separated values as one Markdown table; the first row is the header. */
export async function csvParser(): Promise<ParseFile> {
  const { parse } = await loadCsvParser()
  return async ({ bytes }) => {
    const rows = parse(decodeText(bytes), { skipEmptyLines: "greedy" }).data
    return { text: rows.length === 0 ? "" : markdownTable(rows) }
  }
}
