import type { Chunk, EmbeddedChunk, ScoredChunk, StoredDocument } from "../contracts/document"
import type { VectorStore } from "../contracts/vector-store"
import { StaleRevisionError } from "../errors"
import { frozenChunk, frozenDocument } from "../runtime/frozen"
import { checkPut, checkQuery, checkSearch } from "../runtime/store-input"
import { createTopK } from "../runtime/top-k"
import { createVectorKernel, type VectorKernel } from "../runtime/vector-kernel"
import { normalized } from "../runtime/vectors"

/** One document: its chunks, and their unit vectors in one array, one after another. */
interface Bucket {
  readonly document: StoredDocument
  readonly chunks: readonly Chunk[]
  readonly vectors: Float32Array
  /** 0 where the chunks have no vectors. */
  readonly dimensions: number
}

/**
 * A store in this process's memory: exact search, gone when the process ends.
 *
 * Takes 4 bytes a dimension and chunk, plus the texts. Documents of different dimensions may live side by side.
 */
export function memoryVectorStore(): VectorStore {
  const buckets = new Map<string, Bucket>()
  let kernel: VectorKernel | undefined
  const current = (documentId: string, revision: string): Bucket => {
    const bucket = buckets.get(documentId)
    if (bucket?.document.revision !== revision) throw new StaleRevisionError(documentId, revision)
    return bucket
  }
  return {
    async put(request) {
      request.signal?.throwIfAborted()
      const { chunks, dimensions } = checkPut(request)
      // Built whole, then switched in one step, so that no reader meets a half.
      const bucket = createBucket(request.document, chunks, dimensions)
      buckets.set(request.document.id, bucket)
    },
    async get({ documentId, signal }) {
      signal?.throwIfAborted()
      return buckets.get(documentId)?.document
    },
    async chunks({ documentId, revision, signal }) {
      signal?.throwIfAborted()
      return current(documentId, revision).chunks
    },
    async search(request) {
      request.signal?.throwIfAborted()
      const named = checkSearch(request).map(({ id, revision }) => current(id, revision))
      kernel ??= createVectorKernel()
      return searchBuckets(kernel, named, request.vector, request.topK)
    },
    async delete({ documentId, signal }) {
      signal?.throwIfAborted()
      buckets.delete(documentId)
    },
    async *list({ signal } = {}) {
      signal?.throwIfAborted()
      for (const { document } of [...buckets.values()]) {
        signal?.throwIfAborted()
        yield document
      }
    },
  }
}

function createBucket(
  document: StoredDocument,
  chunks: readonly EmbeddedChunk[],
  dimensions: number,
): Bucket {
  const vectors = new Float32Array(chunks.length * dimensions)
  for (const [index, chunk] of chunks.entries()) vectors.set(normalized(chunk.vector), index * dimensions)
  const frozen = Object.freeze(chunks.map(frozenChunk))
  return { document: frozenDocument(document), chunks: frozen, vectors, dimensions }
}

function searchBuckets(
  kernel: VectorKernel,
  buckets: readonly Bucket[],
  vector: ArrayLike<number>,
  topK: number,
): readonly ScoredChunk[] {
  const filled = buckets.filter(({ chunks }) => chunks.length > 0)
  for (const { document, dimensions } of filled) checkQuery(vector, dimensions, document.id)
  kernel.load(normalized(vector), vector.length)
  const best = createTopK(topK)
  const firsts: number[] = []
  let first = 0
  for (const { vectors, chunks } of filled) {
    firsts.push(first)
    const scores = new Float32Array(chunks.length)
    kernel.dots(vectors, 1, scores)
    // Rounding may carry a product an ulp past 1.
    for (let i = 0; i < scores.length; i++)
      best.offer(first + i, Math.max(-1, Math.min(1, scores[i] as number)))
    first += chunks.length
  }
  return best.result().map(({ item, score }) => {
    const place = firsts.findLastIndex((start) => start <= item)
    const chunk = filled[place]?.chunks[item - (firsts[place] as number)] as Chunk
    return { ...chunk, score }
  })
}
