import type { Chunk, DocumentAgent, Passage, Quote, TaskAnswer } from "../contracts"
import { InvalidArgumentError } from "../errors"
import { reportOf } from "../evidence/findings-protocol"
import { sentencesOf } from "../evidence/sentences"
import { lexicalIndexSteps } from "../retrieval/lexical"
import { runStepsYielding } from "../runtime/yield"
import { createMatcher, type Match } from "./matches"

export interface OfflineAgentOptions {
  /** Share of a task's terms that a sentence with its neighbours must hold. Default 0.5. */
  readonly threshold?: number | undefined
  /** Quotes a task. Default 3. */
  readonly maxQuotes?: number | undefined
}

/**
 * An agent without a model: it reads the whole document and quotes the sentences that fit a task best.
 *
 * Sentences rank by BM25 times coverage: the share of the task's terms, weighted by how rare each is in the
 * document, that a sentence holds together with the one before and the one after it. A task is found where a
 * sentence covers at least `threshold`. `relevance` is the mean over the tasks of the best sentence's coverage
 * times n / (n + 1) for n sentences above the threshold (30 at most), and 0 for a task that is not found.
 *
 * @throws InvalidArgumentError for a threshold outside of (0, 1] or `maxQuotes` below 1.
 */
export function offlineAgent({ threshold = 0.5, maxQuotes = 3 }: OfflineAgentOptions = {}): DocumentAgent {
  if (!(threshold > 0 && threshold <= 1)) {
    throw new InvalidArgumentError("threshold", threshold, "a number above 0 and at most 1")
  }
  if (!Number.isInteger(maxQuotes) || maxQuotes < 1) {
    throw new InvalidArgumentError("maxQuotes", maxQuotes, "a whole number from 1")
  }
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
  return (coverage * matches.length) / (matches.length + 1)
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
