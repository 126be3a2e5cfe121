import type { Chunk, DocumentSearch, Plan, Quote, TaskAnswer } from "../contracts"
import { createQuoteLocator } from "../evidence/locate-quote"
import { joinSlices, type TextSlice } from "../evidence/slices"
import type { AgentAnswer } from "./reply/agent-reply"

/**
 * One answer a task, from what the model reported, with every quote looked up: first in what the agent was
 * shown, then in the whole document. A quote that the document does not hold is counted, never kept.
 */
export async function readAnswers(
  reported: readonly AgentAnswer[],
  plan: Plan,
  shown: readonly TextSlice[],
  search: DocumentSearch,
  signal: AbortSignal | undefined,
): Promise<readonly TaskAnswer[]> {
  const found = reported.filter((answer) => answer.found)
  const chunks = found.some(({ quotes }) => quotes.length > 0) ? await search.chunks({ signal }) : []
  const locate = createLocate(shown, chunks)
  return plan.tasks.map((_, index) => {
    const task = index + 1
    const report = found.find((answer) => answer.task === task)
    if (report === undefined) return { task, found: false, answer: "", quotes: [] }
    const given = [...new Set(report.quotes.map((quote) => quote.trim()).filter((quote) => quote !== ""))]
    const located = given.map(locate).filter((quote) => quote !== undefined)
    const quotes = located.filter((quote, at) => located.findIndex((other) => same(other, quote)) === at)
    const unverifiedQuotes = given.length - located.length
    return {
      task,
      found: true,
      answer: report.answer,
      quotes,
      ...(unverifiedQuotes > 0 && { unverifiedQuotes }),
    }
  })
}

function createLocate(
  shown: readonly TextSlice[],
  chunks: readonly Chunk[],
): (quote: string) => Quote | undefined {
  const text = joinSlices(chunks)
  const offset = chunks[0]?.start ?? 0
  // What a slice needs is prepared once for all quotes, the whole document only where a quote is in no slice. Whole
  // words only: "a fee of 10" is no quote of "a fee of 100".
  const places = [...shown, { text, start: offset, end: offset + text.length }].map(({ text, start }) => ({
    start,
    locate: createQuoteLocator(text, { wholeWordsOnly: true }),
  }))
  const find = (quote: string) => {
    for (const { start, locate } of places) {
      const at = locate(quote)
      if (at !== undefined) return { start: at.start + start, end: at.end + start }
    }
    return undefined
  }
  return (quote) => {
    const at = find(quote)
    const chunk = at && chunks.find(({ start, end }) => start <= at.start && at.start < end)
    if (at === undefined || chunk === undefined) return undefined
    const whole = chunks.find(({ start, end }) => start <= at.start && at.end <= end) ?? chunk
    return { text: text.slice(at.start - offset, at.end - offset), chunkId: whole.id, ...at }
  }
}

function same(a: Quote, b: Quote): boolean {
  return a.start === b.start && a.end === b.end
}
