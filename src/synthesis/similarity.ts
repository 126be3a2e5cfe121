import { embedTexts } from "../calls/embed-texts"
import type { Embedder, Warning } from "../contracts"
import { InvalidOutputError } from "../errors"
import { averageLinkage, type Dendrogram } from "../linkage/average-linkage"
import { pairDistances } from "../linkage/distances/cosine-distances"
import { createVectorKernel, type VectorKernel } from "../vectors/kernel"

/** Characters of a text that place it among the others; embedders cut longer ones anyway. */
const clusteringCharacters = 8_000

/** Which texts are alike, for all rounds of a run. */
export interface Similarity {
  treeOf(texts: readonly string[], signal: AbortSignal | undefined): Promise<Dendrogram>
}

/** By their vectors; without an embedder, and from its first failure on, neighbours by position count as alike. */
export function createSimilarity(request: {
  readonly embedder: Embedder | undefined
  readonly countTokens: (text: string) => number
  readonly concurrency: number
  readonly warn: (warning: Warning) => void
}): Similarity {
  const { countTokens, concurrency, warn } = request
  let { embedder } = request
  let kernel: VectorKernel | undefined

  /** Vectors that can't be used are a fault of the plug, and thrown. */
  const vectorsOf = async (texts: readonly string[], signal: AbortSignal | undefined) => {
    if (embedder === undefined) return undefined
    try {
      return await embedTexts({
        embedder,
        texts: texts.map((text) => text.slice(0, clusteringCharacters).toWellFormed()),
        purpose: "clustering",
        countTokens,
        concurrency,
        signal,
      })
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof InvalidOutputError) throw error
      embedder = undefined
      const name = error instanceof Error ? error.name : "error"
      warn({
        code: "clustering-failed",
        message: `The embedder failed when findings were to be clustered (${name}); neighbours by position were merged instead.`,
      })
      return undefined
    }
  }
  return {
    async treeOf(texts, signal) {
      const vectors = await vectorsOf(texts, signal)
      if (vectors === undefined) return chain(texts.length)
      kernel ??= createVectorKernel()
      return averageLinkage(await pairDistances(vectors, kernel, signal), { signal })
    },
  }
}

/** The balanced tree over positions: neighbours first. */
function chain(count: number): Dendrogram {
  const merges: [number, number, number][] = []
  let level = Array.from({ length: count }, (_, index) => index)
  for (let height = 1; level.length > 1; height++) {
    const next: number[] = []
    for (let at = 0; at < level.length; at += 2) {
      if (at + 1 === level.length) next.push(level[at]!)
      else next.push(count + merges.push([level[at]!, level[at + 1]!, height]) - 1)
    }
    level = next
  }
  return { merges }
}
