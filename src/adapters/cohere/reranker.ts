import type { Reranker, RerankRequest, RerankResponse } from "../../contracts"
import { InvalidArgumentError, type InvalidOutputError } from "../../errors"
import { type Checks, checkOptions, optional } from "../../runtime/check/options"
import { integerFrom } from "../../runtime/check/values"
import { fingerprintOf } from "../kit/fingerprint"
import { brokenAnswer } from "../kit/http/failure"
import { checkPositiveInteger, modelName } from "../kit/options"
import type { CohereRerankReply } from "./client"
import { type CohereConnectionOptions, connectCohere, connectionChecks } from "./connection"
import { cohere, unusable } from "./failure"

/** The service advises against more texts in one request. */
const maxTexts = 1_000

/** Which reranking model of Cohere is called, and how. */
export interface CohereRerankerOptions extends CohereConnectionOptions {
  /** @default "rerank-v4.0-fast" */
  readonly model?: string | undefined
  /** Tokens of a text that are read; the service cuts the rest off without a word. @default the service's own, 4_096 */
  readonly maxTokensPerText?: number | undefined
}

const rerankerChecks: Checks<CohereRerankerOptions> = {
  ...connectionChecks,
  model: optional(modelName),
  maxTokensPerText: optional(integerFrom(1)),
}

/**
 * A Cohere rerank model, by the package `cohere-ai`. One call is one attempt and one request of at most 1,000 texts.
 * `usage.billedUnits` are search units.
 *
 * @throws InvalidArgumentError for a missing key, or an option that makes no sense; each call: ProviderError,
 * InvalidOutputError, TimeoutError, or the signal's reason
 */
export function cohereReranker(options: CohereRerankerOptions = {}): Reranker {
  const settings = checkOptions(options, rerankerChecks, "options")
  const { model = "rerank-v4.0-fast", maxTokensPerText: maxTokensPerDoc } = settings
  const attempt = connectCohere(model, settings)
  return {
    modelId: model,
    fingerprint: fingerprintOf("cohere-reranker/1", maxTokensPerDoc),
    async rerank({ query, texts, topN, signal }: RerankRequest): Promise<RerankResponse> {
      signal?.throwIfAborted()
      checkPositiveInteger("topN", topN)
      if (texts.length > maxTexts) {
        throw new InvalidArgumentError("texts", texts, `a list of at most ${maxTexts} texts`)
      }
      // The service refuses an empty list.
      if (texts.length === 0) return { ranking: [] }
      const reply = await attempt(signal, [query, ...texts], (client, call) =>
        client.rerank(
          {
            model,
            query,
            documents: [...texts],
            topN: Math.min(topN, texts.length),
            ...(maxTokensPerDoc === undefined ? {} : { maxTokensPerDoc }),
          },
          call,
        ),
      )
      return toResponse(model, reply, texts.length, topN)
    },
  }
}

/** @throws InvalidOutputError for positions that are none; ProviderError for a body without a ranking */
function toResponse(
  model: string,
  reply: CohereRerankReply | undefined,
  count: number,
  topN: number,
): RerankResponse {
  const results = reply?.results
  // The SDK hands over a body that is no JSON as if it were an answer.
  if (!Array.isArray(results)) throw brokenAnswer({ ...cohere, model }, "a body without a ranking")
  if (results.length === 0 || results.length > topN)
    throw unusable(model, `${results.length} entries for topN ${topN}`)
  const seen = new Set<number>()
  const ranking = results.map((result: unknown) => {
    const { index, relevanceScore: score } = (result ?? {}) as { index?: unknown; relevanceScore?: unknown }
    if (!isPosition(index, count) || seen.has(index) || !Number.isFinite(score)) {
      throw malformed(model, index, score, count)
    }
    seen.add(index)
    return { index, score: score as number }
  })
  ranking.sort((a, b) => b.score - a.score || a.index - b.index)
  const searchUnits = reply?.meta?.billedUnits?.searchUnits
  if (searchUnits === undefined) return { ranking }
  return { ranking, usage: { inputTokens: 0, outputTokens: 0, billedUnits: searchUnits } }
}

function isPosition(index: unknown, count: number): index is number {
  return Number.isInteger(index) && (index as number) >= 0 && (index as number) < count
}

function malformed(model: string, index: unknown, score: unknown, count: number): InvalidOutputError {
  const shown = (value: unknown) => (typeof value === "number" ? value : typeof value)
  return unusable(
    model,
    `index ${shown(index)} with score ${shown(score)}; expected each of 0 to ${count - 1} at most once, with finite scores`,
  )
}
