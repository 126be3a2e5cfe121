import type { Citation, QueryResult, QueryRow, Quote, TableRow } from "../../contracts"

/** Quotes that one line of a result is cited by. */
const mostQuotes = 3

/** The lines of a result with the markers of the quotes behind them. */
export interface EvidencedResult {
  /** As a Markdown table with a last column of markers; every row of the result. */
  readonly markdown: string
  readonly citations: readonly Citation[]
}

/** Renders a result in code, so that no budget and no output limit can lose one of its rows. */
export function withEvidence(result: QueryResult, rows: readonly TableRow[]): EvidencedResult {
  const citations: Citation[] = []
  const numbers = new Map<string, number>()
  const numberOf = (row: TableRow, quote: Quote) => {
    const key = JSON.stringify([row.documentId, quote.start, quote.end])
    const known = numbers.get(key)
    if (known !== undefined) return known
    const number = citations.length + 1
    const { documentId, title } = row
    const { text, chunkId, start, end } = quote
    citations.push({ number, documentId, title, quote: text, chunkId, start, end })
    numbers.set(key, number)
    return number
  }
  const named = new Set(result.columns)
  const markersOf = ({ rowIndexes }: QueryRow) => {
    const quotes = rowIndexes.flatMap((index) => {
      const row = rows[index]!
      const cells = Object.entries(row.cells).sort(([a], [b]) => Number(named.has(b)) - Number(named.has(a)))
      return cells.flatMap(([, cell]) => cell.quotes.slice(0, 1).map((quote) => ({ row, quote })))
    })
    const cited = quotes.slice(0, mostQuotes).map(({ row, quote }) => `[${numberOf(row, quote)}]`)
    return [...new Set(cited)].join("")
  }
  const lines = result.rows.map((row) => [...row.values.map(cellText), markersOf(row)])
  const hasMarkers = citations.length > 0
  const header = [...result.columns.map(cellText), ...(hasMarkers ? ["sources"] : [])]
  const body = lines.map((line) => (hasMarkers ? line : line.slice(0, -1)))
  const markdown = [header, header.map(() => "---"), ...body]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")
  return { markdown, citations }
}

/** No text of a document can end a cell, or pass for a marker. */
function cellText(value: string | number | null): string {
  if (value === null) return ""
  return String(value)
    .replace(/\s+/g, " ")
    .replace(/[\\|<>[\]`*_]/g, "\\$&")
    .trim()
}
