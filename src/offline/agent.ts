import type { Chunk, DocumentAgent, Passage, Quote, TaskAnswer } from "../contracts"
import { reportOf } from "../evidence/findings-protocol"
import { sentencesOf } from "../evidence/sentences"
import { lexicalIndexSteps } from "../retrieval/lexical"
import { type Checks, checkOptions, type Filled, optional } from "../runtime/check/options"
import { integerFrom, valueThat } from "../runtime/check/values"
import { runStepsYielding } from "../runtime/yield"
import { createMatcher, type Match } from "./matches"

/** How much the offline agent quotes. */
export interface OfflineAgentOptions {
  /** Share of a task's terms that a sentence with its neighbours must hold. @default 0.5 */
  readonly threshold?: number | undefined
  /** Quotes a task. @default 3 */
  readonly maxQuotes?: number | undefined
}

export const offlineAgentChecks: Checks<Filled<OfflineAgentOptions>> = {
  threshold: optional(
    valueThat<number>(
      "a number above 0 and at most 1",
      (value) => typeof value === "number" && value > 0 && value <= 1,
    ),
    0.5,
  ),
  maxQuotes: optional(integerFrom(1), 3),
}

/**
 * An agent without a model: it reads the whole document and quotes the sentences that fit a task best.
 *
 * Sentences rank by BM25 times coverage: the share of the task's terms, weighted by how rare each is in the
 * document, that a sentence holds together with the one before and the one after it. A task is found where a
 * sentence covers at least `threshold`. `relevance` is the mean over the tasks of the square of the best sentence's
 * coverage times n / (n + 1) for n sentences above the threshold (30 at most), and 0 for a task that is not found: one
 * sentence that holds all that is asked for goes before many that hold half of it.
 *
 * @throws InvalidArgumentError for a threshold outside of (0, 1] or `maxQuotes` below 1.
 */
export function offlineAgent(options: OfflineAgentOptions = {}): DocumentAgent {
  const { threshold, maxQuotes } = checkOptions(options, offlineAgentChecks, "options")
  return async ({ plan, document, search, signal }) => {
    const chunks = await search.chunks({ signal })
    const sentences = sentencesOf(chunks)
    const texts = sentences.map(({ text }) => text)
    const index = await runStepsYielding(lexicalIndexSteps(texts), signal)
    const matchesOf = createMatcher(sentences, index)
    const found = plan.tasks.map((task) => matchesOf(task).filter(({ coverage }) => coverage >= threshold))
    const answers = found.map((matches, at) => answerOf(at + 1, matches.slice(0, maxQuotes), chunks))
    return {
      documentId: document.id,
      title: document.title,
      relevance: found.reduce((sum, matches) => sum + confidence(matches), 0) / Math.max(1, found.length),
      report: reportOf(answers),
      answers,
      searches: plan.tasks.map((query, at) => ({
        query,
        passages: found[at]!.slice(0, maxQuotes).map((match) => passageOf(match, chunks)),
      })),
      stopReason: "read-whole",
    }
  }
}

function confidence(matches: readonly Match[]): number {
  const coverage = matches.reduce((best, match) => Math.max(best, match.coverage), 0)
  return (coverage ** 2 * matches.length) / (matches.length + 1)
}

function answerOf(task: number, matches: readonly Match[], chunks: readonly Chunk[]): TaskAnswer {
  const quotes = matches.map(({ sentence }): Quote => {
    return {
      text: sentence.text,
      chunkId: chunkAt(sentence, chunks).id,
      start: sentence.start,
      end: sentence.end,
    }
  })
  return {
    task,
    found: quotes.length > 0,
    answer: quotes.map(({ text }) => oneLine(text)).join(" ... "),
    quotes,
  }
}

function passageOf({ sentence, score }: Match, chunks: readonly Chunk[]): Passage {
  const { id, headings, tableHeader } = chunkAt(sentence, chunks)
  const { text, start, end } = sentence
  return {
    chunkId: id,
    text,
    start,
    end,
    headings,
    ...(tableHeader === undefined ? {} : { tableHeader }),
    score,
  }
}

/** The first chunk that holds all of it, else the one where it begins. */
function chunkAt({ start, end }: { start: number; end: number }, chunks: readonly Chunk[]): Chunk {
  return (
    chunks.find((chunk) => chunk.start <= start && chunk.end >= end) ??
    chunks.find((chunk) => chunk.start <= start && chunk.end > start)!
  )
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ")
