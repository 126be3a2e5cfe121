import { decodeText } from "../kit/encoding/decode"
import type { FileFormat } from "../kit/format"
import { markdownTable } from "../kit/markdown-table"
import type { ParseFile } from "../kit/parse"
import { textBudget } from "../kit/text-budget"
import { loadCsvParser } from "./parser"
import { readRows } from "./rows"

/** Comma, semicolon, tab or bar separated values as one Markdown table; the first row is the header. */
export const csv: FileFormat = { name: "csv", extensions: [".csv", ".tsv"], loadParser }

async function loadParser(): Promise<ParseFile> {
  const parser = await loadCsvParser()
  return async ({ bytes, name, encoding, maxTextLength }) => {
    const { text, metadata, problems } = await decodeText(bytes, { encoding })
    const { rows, problems: lost } = readRows(parser, text, /\.tsv$/i.test(name))
    // The header is filled up to the widest row: a stray separator far away must not multiply.
    textBudget(maxTextLength).spend(rows.reduce((widest, row) => Math.max(widest, row.length), 0) * 9)
    return { text: rows.length === 0 ? "" : markdownTable(rows), metadata, problems: [...problems, ...lost] }
  }
}
