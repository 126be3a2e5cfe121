import type { EmbeddedChunk, StoredDocument } from "../../contracts/document"
import type { VectorStore } from "../../contracts/vector-store"
import { InvalidArgumentError, StaleRevisionError } from "../../errors"
import { type Checks, checkOptions, isRecord, optional } from "../../runtime/check/options"
import { callable, filledText, integerFrom, text, valueThat } from "../../runtime/check/values"
import { createKeyedQueue } from "../../runtime/keyed-queue"
import { normalized } from "../../vectors/normalized"
import { collect } from "../kit/collect"
import { headers, secret } from "../kit/options"
import { checkNearest, checkPut, checkQuery, checkSearch } from "../kit/store-input"
import { createQdrantCollection, isStatus, type QdrantCollectionOptions } from "./collection"
import { createQdrantHttp, type QdrantHttpOptions } from "./http"
import { nearestDocuments } from "./nearest"
import { checkPointSizes, chunkBodies, chunkPointId, documentOf, recordBody, recordId } from "./points"
import {
  incomplete,
  readChunks,
  readRecords,
  recordsPerPage,
  revisionFilter,
  scroll,
  searchRevisions,
} from "./read"

export interface QdrantVectorStoreOptions extends QdrantHttpOptions, QdrantCollectionOptions {
  /** Where the server answers, for example `http://localhost:6333`; a path in it is kept, https is port 443. */
  readonly url: string
  readonly apiKey?: string | undefined
  /** One collection holds all documents; it is made with the first one. */
  readonly collection: string
  /** Of the embedder. Default: those of the first chunk stored. */
  readonly dimensions?: number | undefined
  /** More fields for the request that makes the collection, for example `hnsw_config`. */
  readonly collectionConfig?: QdrantCollectionOptions["collectionConfig"]
  /** Sent with each request. */
  readonly headers?: { readonly [name: string]: string } | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Points in one request. @default 128 */
  readonly maxBatchSize?: number | undefined
  /** Bytes of one request; servers take 32 MiB by default. @default 16777216 */
  readonly maxBatchBytes?: number | undefined
}

const optionChecks: Checks<QdrantVectorStoreOptions> = {
  url: secret(filledText(""), "an http or https address"),
  apiKey: optional(secret(text, "a string")),
  collection: filledText("a collection's name"),
  dimensions: optional(integerFrom(1)),
  collectionConfig: optional(
    valueThat<NonNullable<QdrantCollectionOptions["collectionConfig"]>>("an object", isRecord),
  ),
  headers: optional(headers),
  fetch: optional(callable<typeof globalThis.fetch>()),
  maxBatchSize: optional(integerFrom(1)),
  maxBatchBytes: optional(integerFrom(1)),
}

/**
 * A store on a Qdrant server, from version 1.11 on.
 *
 * A document is replaced in four steps: write the new chunks, count them, switch the document's record over, take
 * the old chunks away. One store at a time may write one document.
 *
 * @throws ProviderError (provider `qdrant`) where the server refuses or breaks; one request is one attempt.
 */
export function qdrantVectorStore(options: QdrantVectorStoreOptions): VectorStore {
  const settings = checkOptions(options, optionChecks, "options")
  const { maxBatchSize = 128, maxBatchBytes = 16 * 1024 * 1024 } = settings
  const limits = { maxBatchSize, maxBatchBytes }
  const collection = createQdrantCollection(createQdrantHttp(settings), settings)
  const inTurn = createKeyedQueue()

  async function countRevision(id: string, revision: string, signal: AbortSignal | undefined) {
    const body = JSON.stringify({ filter: revisionFilter([{ id, revision }]), exact: true })
    const result = await collection.request("POST", "/points/count", body, signal)
    return (result as { count?: unknown } | null)?.count
  }

  async function deletePoints(filter: object, signal: AbortSignal | undefined) {
    await collection.write("POST", "/points/delete", JSON.stringify({ filter }), signal)
  }

  async function replace(
    document: StoredDocument,
    chunks: readonly EmbeddedChunk[],
    dimensions: number,
    signal: AbortSignal | undefined,
  ) {
    const { id, revision } = document
    const info = await collection.ensure(dimensions, signal)
    const batch = { ...limits, maxBatchSize: Math.min(limits.maxBatchSize, info.maxUpsertSize) }
    for await (const body of chunkBodies(revision, chunks, batch)) {
      await collection.write("PUT", "/points", body, signal)
    }
    if ((await countRevision(id, revision, signal)) !== chunks.length) {
      // Points of this revision that an earlier put wrote and this one does not have.
      const has_id = await Promise.all(chunks.map(({ index }) => chunkPointId(id, revision, index)))
      const others = has_id.length === 0 ? {} : { must_not: [{ has_id }] }
      await deletePoints({ ...revisionFilter([document]), ...others }, signal)
      const stored = await countRevision(id, revision, signal)
      if (stored !== chunks.length) throw incomplete(Number(stored), chunks.length)
    }
    await collection.write("PUT", "/points", await recordBody(document, info.dimensions), signal)
    const current = await readRecords(collection, [id], signal)
    // Whoever switched after us cleans up.
    if (current.get(id)?.revision === revision) await deletePoints(otherRevisions(id, revision), signal)
  }

  async function* list(signal: AbortSignal | undefined): AsyncGenerator<StoredDocument> {
    if ((await collection.open(signal)) === undefined) return
    const records = { must: [{ key: "kind", match: { value: "document" } }] }
    for await (const point of scroll(collection, records, signal, recordsPerPage)) yield documentOf(point)
  }

  return {
    async put(request) {
      const { document, signal } = request
      signal?.throwIfAborted()
      const { chunks, dimensions } = checkPut(request)
      if (chunks.length > 0 && dimensions === 0) {
        const expected = "chunks with vectors: Qdrant keeps none without (give an embedder)"
        throw new InvalidArgumentError("chunks", chunks, expected)
      }
      // The caller may change or reuse its vectors while requests are under way.
      const copies = chunks.map((chunk) => ({ ...chunk, vector: normalized(chunk.vector) }))
      const copy = structuredClone(document)
      await checkPointSizes(document.revision, copies, limits.maxBatchBytes)
      await inTurn(document.id, signal, () => replace(copy, copies, dimensions, signal))
    },
    async get({ documentId, signal }) {
      if ((await collection.open(signal)) === undefined) return undefined
      return (await readRecords(collection, [documentId], signal)).get(documentId)
    },
    async chunks({ documentId, revision, signal }) {
      if ((await collection.open(signal)) === undefined) throw new StaleRevisionError(documentId, revision)
      return readChunks(collection, { id: documentId, revision }, signal)
    },
    async search(request) {
      const { vector, topK, signal } = request
      signal?.throwIfAborted()
      const named = checkSearch(request)
      const [first] = named
      if (first === undefined) return []
      const info = await collection.open(signal)
      if (info === undefined) throw new StaleRevisionError(first.id, first.revision)
      checkQuery(vector, info.dimensions, first.id)
      return searchRevisions(collection, named, Array.from(normalized(vector)), topK, signal)
    },
    async nearestByDocument(request) {
      const { vectors, signal } = request
      signal?.throwIfAborted()
      const given = checkNearest(request)
      const info = await collection.open(signal)
      if (info === undefined) return []
      const named = given ?? (await collect(list(signal)))
      if (named.length > 0) checkQuery(vectors[0]!, info.dimensions, named[0]!.id)
      return nearestDocuments(collection, named, vectors, signal)
    },
    async delete({ documentId, signal }) {
      await inTurn(documentId, signal, async () => {
        if ((await collection.open(signal)) === undefined) return
        try {
          // The record first: without it no reader looks for the chunks.
          const points = [await recordId(documentId)]
          await collection.write("POST", "/points/delete", JSON.stringify({ points }), signal)
          await deletePoints({ must: [{ key: "document_id", match: { value: documentId } }] }, signal)
        } catch (error) {
          if (!isStatus(error, 404)) throw error
        }
      })
    },
    list: ({ signal } = {}) => list(signal),
  }
}

function otherRevisions(id: string, revision: string): object {
  return {
    must: [
      { key: "document_id", match: { value: id } },
      { key: "kind", match: { value: "chunk" } },
    ],
    must_not: [{ key: "revision", match: { value: revision } }],
  }
}
