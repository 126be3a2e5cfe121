import type { Reranker, RerankResponse } from "../../contracts"
import { checkRanking } from "../check-ranking"
import { keyOf, type RunCache, readEntry, shareCall, writeEntry } from "./call-cache"

/** A policed reranker whose rankings are kept. */
export function withRerankerCache(policed: Reranker, plug: Reranker, cache: RunCache): Reranker {
  const { modelId, fingerprint } = plug
  return {
    ...policed,
    async rerank(request) {
      const { query, texts, topN, signal } = request
      const key = await keyOf("rerank", modelId, fingerprint, query, texts, topN)
      const hit = ({ usage }: RerankResponse) => cache.meter.recordCached(modelId, usage)
      const read = (result: unknown) => readResponse(result, texts.length, modelId)
      return shareCall(
        cache,
        key,
        signal,
        async () => {
          const found = await readEntry(cache, key, read)
          if (found !== undefined) {
            hit(found)
            return found
          }
          const response = await policed.rerank(request)
          const { ranking, usage } = response
          await writeEntry(cache, key, { ranking, usage })
          return response
        },
        hit,
      )
    },
  }
}

function readResponse(result: unknown, count: number, modelId: string): RerankResponse | undefined {
  const response = (result ?? {}) as RerankResponse
  try {
    checkRanking(response.ranking, count, modelId)
    return response
  } catch {
    return undefined
  }
}
