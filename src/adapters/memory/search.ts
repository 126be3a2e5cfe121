import type { ScoredChunk } from "../../contracts/document"
import type { DocumentScore } from "../../contracts/vector-store"
import type { Steps } from "../../runtime/yield"
import { normalized } from "../../vectors/normalized"
import { createTopK } from "../../vectors/top-k"
import { scoredChunk } from "../kit/frozen"
import { checkQuery, type NamedRevision } from "../kit/store-input"
import type { Bucket } from "./bucket"

export function searchBuckets(
  buckets: readonly Bucket[],
  vector: ArrayLike<number>,
  topK: number,
): readonly ScoredChunk[] {
  const filled = buckets.filter(({ chunks }) => chunks.length > 0)
  for (const { document, dimensions } of filled) checkQuery(vector, dimensions, document.id)
  const query = normalized(vector)
  const best = createTopK(topK)
  const firsts: number[] = []
  let first = 0
  for (const { vectors, chunks } of filled) {
    firsts.push(first)
    const scores = new Float32Array(chunks.length)
    vectors?.dots(query, scores)
    for (let i = 0; i < scores.length; i++) best.offer(first + i, cosineOf(scores[i]!))
    first += chunks.length
  }
  return best.result().map(({ item, score }) => {
    const place = firsts.findLastIndex((start) => start <= item)
    return scoredChunk(filled[place]!.chunks[item - firsts[place]!]!, score)
  })
}

/** One document a step. */
export function* nearestSteps(
  named: readonly NamedRevision[],
  find: (named: NamedRevision) => Bucket | undefined,
  queries: readonly Float32Array[],
): Steps<readonly DocumentScore[]> {
  const found: DocumentScore[] = []
  let scores = new Float32Array(64)
  for (const { id, revision } of named) {
    yield
    const { vectors, chunks, dimensions } = find({ id, revision }) ?? {}
    if (vectors === undefined || chunks === undefined) continue
    checkQuery(queries[0]!, dimensions ?? 0, id)
    if (scores.length < chunks.length) scores = new Float32Array(2 * chunks.length)
    let best = -1
    for (const query of queries) {
      vectors.dots(query, scores)
      for (let i = 0; i < chunks.length; i++) if (scores[i]! > best) best = scores[i]!
    }
    found.push({ documentId: id, revision, score: cosineOf(best) })
  }
  return found
}

/** Rounding may carry a product an ulp past 1. */
function cosineOf(product: number): number {
  return Math.max(-1, Math.min(1, product))
}
