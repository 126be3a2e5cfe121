import type { Reranker, RerankRequest, RerankResponse } from "../../contracts"
import { InvalidOutputError } from "../../errors"
import { checkOptions } from "../../runtime/check/options"
import { fingerprintOf } from "../kit/fingerprint"
import { brokenAnswer } from "../kit/http/failure"
import { checkPositiveInteger } from "../kit/options"
import { type AiSdkOptions, aiSdkChecks, connectAiSdk } from "./call"
import type { AiSdkNames } from "./failure"
import type { AiSdkRerankingModel } from "./model"
import { quotaOf } from "./reply"

/** How a reranking model of the AI SDK is called. */
export type AiSdkRerankerOptions = AiSdkOptions

/**
 * A reranking model of any AI SDK provider. One call is one attempt and one request. The specification reports no
 * usage.
 *
 * @throws InvalidArgumentError for an option that makes no sense; each call: ProviderError, InvalidOutputError,
 * TimeoutError, or the signal's reason
 */
export function aiSdkReranker(model: AiSdkRerankingModel, options: AiSdkRerankerOptions = {}): Reranker {
  const settings = checkOptions(options, aiSdkChecks, "options")
  const { names, open, warn } = connectAiSdk(model, "doRerank", settings)
  return {
    modelId: model.modelId,
    fingerprint: fingerprintOf("ai-sdk-reranker/1", names.provider, settings.providerOptions),
    async rerank({ query, texts, topN, signal }: RerankRequest): Promise<RerankResponse> {
      signal?.throwIfAborted()
      checkPositiveInteger("topN", topN)
      // Providers refuse an empty list.
      if (texts.length === 0) return { ranking: [] }
      const call = open(signal)
      try {
        const reply = await call.run(async () =>
          model.doRerank({
            ...call.options,
            documents: { type: "text", values: [...texts] },
            query,
            topN: Math.min(topN, texts.length),
          }),
        )
        warn(reply?.warnings)
        return { ranking: rankingOf(names, reply?.ranking, texts.length, topN), ...quotaOf(reply) }
      } catch (error) {
        throw call.failure(error, [query, ...texts])
      } finally {
        call.close()
      }
    },
  }
}

/** @throws InvalidOutputError for positions that are none; ProviderError for an answer without a ranking */
function rankingOf(
  names: AiSdkNames,
  entries: readonly { readonly index: number; readonly relevanceScore: number }[] | undefined,
  count: number,
  topN: number,
): RerankResponse["ranking"] {
  if (!Array.isArray(entries)) throw brokenAnswer(names, "no ranking")
  const fail = (what: string): never => {
    throw new InvalidOutputError(`Model "${names.model}" of ${names.name} returned ${what}.`, {
      reason: "malformed",
    })
  }
  // Some providers leave `topN` out of account.
  if (entries.length === 0 || entries.length > count) fail(`${entries.length} entries for ${count} texts`)
  const seen = new Set<number>()
  const ranking = entries.map((entry: { index?: unknown; relevanceScore?: unknown } | undefined) => {
    const { index, relevanceScore: score } = entry ?? {}
    const valid = Number.isInteger(index) && (index as number) >= 0 && (index as number) < count
    if (!valid || seen.has(index as number)) fail(`an index that is no position of a text, or one twice`)
    if (!Number.isFinite(score)) fail("a score that is no finite number")
    seen.add(index as number)
    return { index: index as number, score: score as number }
  })
  return ranking.sort((a, b) => b.score - a.score || a.index - b.index).slice(0, topN)
}
