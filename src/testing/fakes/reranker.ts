import type { Reranker, RerankRequest, RerankResponse } from "../../contracts"
import { type Checks, checkOptions, type Filled, optional } from "../../runtime/check/options"
import { callable, filledText } from "../../runtime/check/values"

/** How the fake ranks, and what it does before each call. */
export interface FakeRerankerOptions {
  /** @default "fake-reranker" */
  readonly modelId?: string | undefined
  /** Runs before each call (counted from 0); may throw, wait, or return another ranking. */
  readonly onCall?: ((request: RerankRequest, call: number) => unknown) | undefined
}

/** A reranker for tests, which keeps its requests. */
export interface FakeReranker extends Reranker {
  readonly calls: readonly RerankRequest[]
}

const optionChecks: Checks<Filled<FakeRerankerOptions, "onCall">> = {
  modelId: optional(filledText("a model's name"), "fake-reranker"),
  onCall: optional(callable<NonNullable<FakeRerankerOptions["onCall"]>>()),
}

/** Ranks by the share of the query's words that a text holds; ties by position. */
export function fakeReranker(options: FakeRerankerOptions = {}): FakeReranker {
  const { modelId, onCall } = checkOptions(options, optionChecks, "options")
  const calls: RerankRequest[] = []
  return {
    modelId,
    calls,
    async rerank(request) {
      request.signal?.throwIfAborted()
      const call = calls.push(request) - 1
      const given = await onCall?.(request, call)
      const ranking = Array.isArray(given) ? (given as RerankResponse["ranking"]) : rank(request)
      return { ranking, usage: { inputTokens: 0, outputTokens: 0, billedUnits: 1 } }
    },
  }
}

function rank({ query, texts, topN }: RerankRequest): RerankResponse["ranking"] {
  const asked = wordsOf(query)
  const scores = texts.map((text, index) => {
    const words = wordsOf(text)
    const hits = [...asked].filter((word) => words.has(word)).length
    return { index, score: asked.size === 0 ? 0 : hits / asked.size }
  })
  return scores.sort((a, b) => b.score - a.score || a.index - b.index).slice(0, topN)
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set([...text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word))
}
