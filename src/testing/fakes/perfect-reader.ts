import type { DocumentAgent, LLM, Passage, Quote, TaskAnswer } from "../../contracts"
import { answerIn, isEvidenceLine, reportOf, titleIn } from "../../evidence/findings-protocol"
import { markersIn } from "../../evidence/markers"
import { type Checks, checkOptions, type Filled, optional } from "../../runtime/check/options"
import { callable, integerFrom, positive } from "../../runtime/check/values"

/** Something that a document says, and every place where it says it. */
export interface PerfectFact {
  readonly value: string
  /** Half-open ranges of UTF-16 units in the document's text. */
  readonly occurrences: readonly (readonly [start: number, end: number])[]
}

/** What the reader is to find in each document. */
export interface PerfectReaderOptions {
  /** What a document says to a question; undefined where it says nothing. */
  readonly factOf: (documentId: string, question: string) => PerfectFact | undefined
  /** Searches a document, one a task of the plan at most. @default 5 */
  readonly maxSearches?: number | undefined
}

const readerChecks: Checks<Filled<PerfectReaderOptions>> = {
  factOf: callable<PerfectReaderOptions["factOf"]>(),
  maxSearches: optional(integerFrom(1), 5),
}

/**
 * A test double that answers exactly what is in the passages that it was shown: it searches with the plan's tasks
 * as queries, and a fact is found where one passage holds at least half of one of its occurrences. What is still
 * missed was missed by retrieval, fan-out or merging, not by reading. It answers the first task for the whole question.
 */
export function perfectReader(options: PerfectReaderOptions): DocumentAgent {
  const { factOf, maxSearches } = checkOptions(options, readerChecks, "options")
  return async ({ question, plan, document, search, signal }) => {
    const searches: { query: string; passages: readonly Passage[] }[] = []
    for (const query of plan.tasks.slice(0, maxSearches)) {
      searches.push({ query, passages: await search.search({ query, signal }) })
    }
    const fact = factOf(document.id, question)
    const seen = searches.flatMap(({ passages }) => passages)
    const quote = fact && quoteOf(fact, seen)
    const answers = plan.tasks.map((_, index): TaskAnswer => {
      const found = index === 0 && quote !== undefined
      return found
        ? { task: index + 1, found, answer: fact?.value ?? "", quotes: [quote] }
        : { task: index + 1, found: false, answer: "", quotes: [] }
    })
    return {
      documentId: document.id,
      title: document.title,
      relevance: quote === undefined ? 0 : 1,
      report: reportOf(answers.map((entry) => ({ ...entry, answer: entry.answer.replace(/\s+/g, " ") }))),
      answers,
      searches,
      stopReason: "finalized",
    }
  }
}

/** The largest part of an occurrence that one passage holds, where that is at least half of it. */
function quoteOf({ occurrences }: PerfectFact, passages: readonly Passage[]): Quote | undefined {
  let best: Quote | undefined
  for (const [from, to] of occurrences) {
    for (const { chunkId, text, start: offset, end: limit } of passages) {
      const start = Math.max(from, offset)
      const end = Math.min(to, limit)
      if (end <= start || (end - start) * 2 < to - from) continue
      if (best !== undefined && best.end - best.start >= end - start) continue
      best = { text: text.slice(start - offset, end - offset), chunkId, start, end }
    }
  }
  return best
}

/** How large the merger's window is, and how it counts tokens. */
export interface FaithfulMergerOptions {
  /** @default 1_000_000 */
  readonly contextWindow?: number | undefined
  /** For the usage that it reports. @default a quarter of the characters */
  readonly countTokens?: ((text: string) => number) | undefined
}

const mergerChecks: Checks<Filled<FaithfulMergerOptions>> = {
  contextWindow: optional(positive, 1_000_000),
  countTokens: optional(callable<(text: string) => number>(), (text: string) => Math.ceil(text.length / 4)),
}

/**
 * A model that merges without losing or adding anything: of a merge prompt it keeps every line with an evidence
 * marker and puts the document's name before it, drops the quotes, and says each line once.
 */
export function faithfulMerger(options: FaithfulMergerOptions = {}): LLM {
  const { contextWindow, countTokens } = checkOptions(options, mergerChecks, "options")
  return {
    modelId: "faithful-merger",
    contextWindow,
    async generate({ messages, signal }) {
      signal?.throwIfAborted()
      const text = merge(messages.at(-1)?.content ?? "") || "No document holds an answer."
      const inputTokens = messages.reduce((sum, { content }) => sum + countTokens(content), 0)
      return { text, finishReason: "stop", usage: { inputTokens, outputTokens: countTokens(text) } }
    },
  }
}

function merge(prompt: string): string {
  const kept = new Set<string>()
  let title = ""
  for (const line of prompt.split("\n")) {
    title = titleIn(line) ?? title
    if (isEvidenceLine(line) || markersIn(line).length === 0) continue
    const found = answerIn(line)
    kept.add(found === undefined ? line : `${title}: ${found.answer} ${found.markers}`)
  }
  return [...kept].join("\n")
}
