import type { Embedder } from "../../src/contracts"
import { termsOf } from "../../src/retrieval/terms"

/**
 * An embedder without a model: a bag of hashed words, each text's word counts damped and spread over the dimensions
 * with signs. It knows words and no meaning, so what it finds is a lower bound for an embedder that was trained.
 */
export function hashedWordsEmbedder(dimensions = 1_024): Embedder {
  return {
    modelId: "hashed-words",
    dimensions,
    maxBatchSize: 256,
    async embed({ texts, purpose }) {
      return {
        vectors: texts.map((text) => vectorOf(text, purpose === "document" ? "index" : "query", dimensions)),
      }
    },
  }
}

function vectorOf(text: string, purpose: "index" | "query", dimensions: number): Float32Array {
  const counts = new Map<string, number>()
  for (const term of termsOf(text, purpose)) counts.set(term, (counts.get(term) ?? 0) + 1)
  const vector = new Float32Array(dimensions)
  for (const [term, count] of counts) {
    let hash = 2_166_136_261
    for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 16_777_619)
    hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507) >>> 0
    vector[hash % dimensions]! += (hash & 0x8000_0000 ? -1 : 1) * (1 + Math.log(count))
  }
  return vector
}
