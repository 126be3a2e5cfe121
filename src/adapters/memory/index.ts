import type { Chunk, EmbeddedChunk, ScoredChunk, StoredDocument } from "../../contracts/document"
import type { VectorStore } from "../../contracts/vector-store"
import { StaleRevisionError } from "../../errors"
import { normalizeInto } from "../../vectors/normalize-into"
import { normalized } from "../../vectors/normalized"
import { createRowKeeper, type RowKeeper, type VectorRows } from "../../vectors/rows"
import { createTopK } from "../../vectors/top-k"
import { frozenChunk, frozenDocument, scoredChunk } from "../kit/frozen"
import { checkPut, checkQuery, checkSearch } from "../kit/store-input"

/** One document: its chunks, and their unit vectors. */
interface Bucket {
  readonly document: StoredDocument
  readonly chunks: readonly Chunk[]
  readonly vectors: VectorRows | undefined
  /** 0 where the chunks have no vectors. */
  readonly dimensions: number
}

/**
 * A store in this process's memory: exact search, gone when the process ends.
 *
 * Takes 4 bytes a dimension and chunk, plus the texts. What a removed document took is used for later ones, and given
 * back with the whole store. Documents of different dimensions may live side by side.
 */
export function memoryVectorStore(): VectorStore {
  const buckets = new Map<string, Bucket>()
  let keep: RowKeeper | undefined
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
      if (dimensions > 0) keep ??= createRowKeeper()
      const bucket = createBucket(request.document, chunks, dimensions, keep)
      buckets.get(request.document.id)?.vectors?.release()
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
      return searchBuckets(named, request.vector, request.topK)
    },
    async delete({ documentId, signal }) {
      signal?.throwIfAborted()
      buckets.get(documentId)?.vectors?.release()
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
  keep: RowKeeper | undefined,
): Bucket {
  const units = new Float32Array(chunks.length * dimensions)
  for (const [index, chunk] of chunks.entries()) normalizeInto(chunk.vector, units, index * dimensions)
  return {
    document: frozenDocument(document),
    chunks: Object.freeze(chunks.map(frozenChunk)),
    vectors: units.length > 0 ? keep?.(units, dimensions) : undefined,
    dimensions,
  }
}

function searchBuckets(
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
    // Rounding may carry a product an ulp past 1.
    for (let i = 0; i < scores.length; i++) best.offer(first + i, Math.max(-1, Math.min(1, scores[i]!)))
    first += chunks.length
  }
  return best.result().map(({ item, score }) => {
    const place = firsts.findLastIndex((start) => start <= item)
    return scoredChunk(filled[place]!.chunks[item - firsts[place]!]!, score)
  })
}
