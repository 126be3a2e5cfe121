import type { Chunk, DocumentAgent, FoundRow, Quote, TableCell } from "../../contracts"
import type { CuadData, Span } from "../coverage/cuad"
import { contractFacts, goldValue } from "./contract-columns"

const notFound: TableCell = { status: "not-found", value: null, quotes: [] }

/**
 * Reads contracts without a fault: each cell is what the lawyers say, quoted by the largest part of one of its clauses that
 * one chunk holds. What is wrong in a table behind it is not the reading.
 */
export function tableReader(data: CuadData): DocumentAgent {
  const contracts = new Map(data.contracts.map((contract) => [contract.id, contract]))
  return async ({ document, search, plan, signal }) => {
    const chunks = await search.chunks({ signal })
    const facts = contracts.get(document.id)?.facts ?? new Map()
    const cells = contractFacts.map((column): [string, TableCell] => {
      const value = goldValue(facts, column)
      if (value === undefined) return [column.name, notFound]
      const quotes = [quoteOf(facts.get(column.category).occurrences, chunks)]
      // Dates and truths are worked out of the words of their clause.
      return [column.name, { status: "found", value, quotes, support: "computed" }]
    })
    const row: FoundRow = { cells: Object.fromEntries(cells) }
    return {
      documentId: document.id,
      title: document.title,
      relevance: 1,
      report: "",
      answers: plan.tasks.map((_, at) => ({ task: at + 1, found: false, answer: "", quotes: [] })),
      rows: [row],
      searches: [],
      stopReason: "finalized",
    }
  }
}

/** The largest part of a clause that one chunk holds, in whole words: some clauses of the data begin or end within one. */
function quoteOf(occurrences: readonly Span[], chunks: readonly Chunk[]): Quote {
  let best: { readonly chunk: Chunk; readonly from: number; readonly to: number } | undefined
  for (const [start, end] of occurrences) {
    for (const chunk of chunks) {
      const from = Math.max(start, chunk.start) - chunk.start
      const to = Math.min(end, chunk.end) - chunk.start
      if (to - from > (best === undefined ? 0 : best.to - best.from)) best = { chunk, from, to }
    }
  }
  if (best === undefined) throw new RangeError("No chunk holds a part of the clause.")
  const { id: chunkId, text, start } = best.chunk
  let { from, to } = best
  const isInWord = (at: number) =>
    at > 0 && at < text.length && /^[\p{L}\p{N}]{2}$/u.test(text.slice(at - 1, at + 1))
  while (isInWord(from)) from--
  while (isInWord(to)) to++
  return { text: text.slice(from, to), chunkId, start: start + from, end: start + to }
}
