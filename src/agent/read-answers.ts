import type { Chunk, DocumentSearch, Plan, Quote, TaskAnswer } from "../contracts"
import { createQuoteLocator, locateQuote } from "../evidence/locate-quote"
import { joinSlices, type TextSlice } from "../evidence/slices"
import { type AgentAnswer, isTask } from "./action"

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
  const found = reported.filter(({ task, status }) => isTask(task, plan.tasks.length) && status === "found")
  const chunks = found.some(({ quotes }) => quotes.length > 0) ? await search.chunks({ signal }) : []
  const locate = createLocate(shown, chunks)
  return plan.tasks.map((_, index) => {
    const task = index + 1
    const report = found.find((answer) => answer.task === task && answer.answer.trim() !== "")
    if (report === undefined) return { task, found: false, answer: "", quotes: [] }
    const given = [...new Set(report.quotes.map((quote) => quote.trim()).filter((quote) => quote !== ""))]
    const located = given.map(locate).filter((quote) => quote !== undefined)
    const quotes = located.filter((quote, at) => located.findIndex((other) => same(other, quote)) === at)
    const unverifiedQuotes = given.length - located.length
    return {
      task,
      found: true,
      answer: report.answer.trim(),
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
  let locator: ((quote: string) => { start: number; end: number } | undefined) | undefined
  const find = (quote: string) => {
    for (const slice of shown) {
      const at = locateQuote(quote, slice.text)
      if (at !== undefined) return { start: at.start + slice.start, end: at.end + slice.start }
    }
    locator ??= createQuoteLocator(text)
    const at = locator(quote)
    return at === undefined ? undefined : { start: at.start + offset, end: at.end + offset }
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

/** The findings report s_i: line i is about task i. */
export function reportOf(answers: readonly TaskAnswer[]): string {
  return answers
    .map(({ found, answer }) =>
      found ? `Found: ${answer.replace(/\s*\n\s*/g, "; ")}` : "Not found in this document.",
    )
    .join("\n")
}
