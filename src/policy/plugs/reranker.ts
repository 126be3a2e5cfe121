import type { CallOrigin, Reranker } from "../../contracts"
import { checkRanking } from "../check-ranking"
import { inputOf, metered } from "./metered"
import type { PlugPolicy } from "./plug-policy"

/** A reranker under policy whose ranking is checked: known indices, each once, finite scores. */
export function withRerankerPolicy(reranker: Reranker, origin: CallOrigin, policy: PlugPolicy): Reranker {
  const { modelId } = reranker
  return {
    modelId,
    rerank: (request) => {
      const texts = request.texts.map((text) => text.toWellFormed())
      const query = request.query.toWellFormed()
      const expected = () => inputOf([query, ...texts], policy)
      return metered(
        { modelId, origin: { ...origin, stage: "search" }, policy, expected, signal: request.signal },
        async (signal) => {
          const response = await reranker.rerank({ ...request, query, texts, signal })
          checkRanking(response?.ranking, texts.length, modelId)
          return response
        },
        (response) => response,
      )
    },
  }
}
