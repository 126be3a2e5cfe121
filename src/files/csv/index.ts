import { decodeText } from "../kit/decode-text"
import type { FileFormat } from "../kit/format"
import { markdownTable } from "../kit/markdown-table"
import type { ParseFile } from "../kit/parse"
import { loadCsvParser } from "./peer"

/** Comma, semicolon, tab or bar separated values as one Markdown table; the first row is the header. */
export const csv: FileFormat = { name: "csv", extensions: [".csv", ".tsv"], loadParser }

async function loadParser(): Promise<ParseFile> {
  const { parse } = await loadCsvParser()
  return async ({ bytes }) => {
    const rows = parse(decodeText(bytes), { skipEmptyLines: "greedy" }).data
    return { text: rows.length === 0 ? "" : markdownTable(rows) }
  }
}
