/**
 * A vector store in memory, which `spdRag` takes where none is given.
 *
 * @module spd-rag/memory
 */
import type { SetInfo } from "../../contracts/set-info"
import type { VectorStore } from "../../contracts/vector-store"
import { StaleRevisionError } from "../../errors"
import { runStepsYielding } from "../../runtime/yield"
import { normalized } from "../../vectors/normalized"
import { createRowKeeper, type RowKeeper } from "../../vectors/rows"
import { frozenInfo } from "../kit/frozen"
import { checkMadeWith, notEmpty } from "../kit/made-with"
import { checkNearest, checkPut, checkSearch, type NamedRevision } from "../kit/store-input"
import { type Bucket, createBucket, embeddedChunksOf } from "./bucket"
import { nearestSteps, searchBuckets } from "./search"

/**
 * A store in this process's memory: exact search, gone when the process ends.
 *
 * Takes 4 bytes a dimension and chunk, plus the texts. What a removed document took is used for later ones, and given
 * back with the whole store. Documents of different dimensions may live side by side.
 */
export function memoryVectorStore(): VectorStore {
  const buckets = new Map<string, Bucket>()
  let keep: RowKeeper | undefined
  let kept: SetInfo | undefined
  const current = (documentId: string, revision: string): Bucket => {
    const bucket = buckets.get(documentId)
    if (bucket?.document.revision !== revision) throw new StaleRevisionError(documentId, revision)
    return bucket
  }
  return {
    async put(request) {
      request.signal?.throwIfAborted()
      const { chunks, dimensions } = checkPut(request)
      checkMadeWith(request.embedder, kept)
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
    async nearestByDocument(request) {
      request.signal?.throwIfAborted()
      const named = checkNearest(request) ?? [...buckets.values()].map(({ document }) => document)
      const queries = request.vectors.map(normalized)
      // Looked up at its turn: the memory of a document that was replaced meanwhile holds something else.
      const find = ({ id, revision }: NamedRevision) => {
        const bucket = buckets.get(id)
        return bucket?.document.revision === revision ? bucket : undefined
      }
      return runStepsYielding(nearestSteps(named, find, queries), request.signal)
    },
    async embeddedChunks({ documentId, revision, signal }) {
      signal?.throwIfAborted()
      return embeddedChunksOf(current(documentId, revision))
    },
    async getInfo({ signal } = {}) {
      signal?.throwIfAborted()
      return kept
    },
    async setInfo({ info, ifEmpty, signal }) {
      signal?.throwIfAborted()
      if (ifEmpty && buckets.size > 0) throw notEmpty()
      kept = frozenInfo(info)
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
