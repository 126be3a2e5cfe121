import { type EmbeddedChunk, StaleRevisionError, type StoredDocument, type VectorStore } from "spd-rag"
import { checkPut, checkQuery, checkSearch, frozenChunk, frozenDocument, scoredChunk } from "spd-rag/kit"

interface Entry {
  readonly document: StoredDocument
  readonly chunks: readonly EmbeddedChunk[]
  readonly dimensions: number
}

/** A store of one's own, as simple as can be: a Map. examples/custom-store.test.ts holds it to the contract. */
export function mapVectorStore(): VectorStore {
  const entries = new Map<string, Entry>()
  const current = (id: string, revision: string): Entry => {
    const entry = entries.get(id)
    if (entry?.document.revision !== revision) throw new StaleRevisionError(id, revision)
    return entry
  }
  return {
    async put(request) {
      request.signal?.throwIfAborted()
      const { chunks, dimensions } = checkPut(request)
      // Copied, and switched in one step: a reader meets the old revision or the new one, never a half.
      const copies = chunks.map((chunk) => ({
        ...frozenChunk(chunk),
        vector: Float32Array.from(chunk.vector),
      }))
      const document = frozenDocument(request.document)
      entries.set(document.id, { document, chunks: copies, dimensions })
    },
    async get({ documentId, signal }) {
      signal?.throwIfAborted()
      return entries.get(documentId)?.document
    },
    async chunks({ documentId, revision, signal }) {
      signal?.throwIfAborted()
      return current(documentId, revision).chunks.map(({ vector: _, ...chunk }) => chunk)
    },
    async search(request) {
      request.signal?.throwIfAborted()
      const { vector, topK } = request
      const found = checkSearch(request).flatMap(({ id, revision }) => {
        const { chunks, dimensions } = current(id, revision)
        if (chunks.length > 0) checkQuery(vector, dimensions, id)
        return chunks.map((chunk) => scoredChunk(chunk, cosine(chunk.vector, vector)))
      })
      // The sort is stable: ties stay in the order of the documents given, then of their chunks.
      return found.sort((a, b) => b.score - a.score).slice(0, topK)
    },
    async delete({ documentId, signal }) {
      signal?.throwIfAborted()
      entries.delete(documentId)
    },
    async *list({ signal } = {}) {
      for (const { document } of [...entries.values()]) {
        signal?.throwIfAborted()
        yield document
      }
    },
  }
}

/** From -1 to 1; 0 where one of the two has no direction. */
function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, squareOfA, squareOfB] = [0, 0, 0]
  for (let at = 0; at < a.length; at++) {
    const [x, y] = [a[at] ?? 0, b[at] ?? 0]
    dot += x * y
    squareOfA += x * x
    squareOfB += y * y
  }
  const length = Math.sqrt(squareOfA) * Math.sqrt(squareOfB)
  return length > 0 ? dot / length : 0
}
