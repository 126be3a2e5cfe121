import type { CallOrigin, Embedder } from "../../contracts"
import { inputOf, metered } from "./metered"
import type { PlugPolicy } from "./plug-policy"

/** An embedder under policy: one call stays one request; batching is `embedTexts`. */
export function withEmbedderPolicy(embedder: Embedder, origin: CallOrigin, policy: PlugPolicy): Embedder {
  const { modelId, dimensions, maxBatchSize, maxBatchTokens } = embedder
  return {
    modelId,
    dimensions,
    maxBatchSize,
    maxBatchTokens,
    embed: (request) => {
      const texts = request.texts.map((text) => text.toWellFormed())
      const expected = () => inputOf(texts, policy)
      return metered(
        { modelId, origin, policy, expected, signal: request.signal },
        (signal) => embedder.embed({ ...request, texts, signal }),
        (response) => response,
      )
    },
  }
}
