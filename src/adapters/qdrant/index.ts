/**
 * A vector store on a Qdrant server, by plain `fetch`.
 *
 * @module spd-rag/qdrant
 */
import type { StoredDocument } from "../../contracts/document"
import type { VectorStore } from "../../contracts/vector-store"
import { InvalidArgumentError, StaleRevisionError } from "../../errors"
import { type Checks, checkOptions, isRecord, optional } from "../../runtime/check/options"
import { callable, filledText, integerFrom, text, valueThat, yesOrNo } from "../../runtime/check/values"
import { createKeyedQueue } from "../../runtime/keyed-queue"
import { normalized } from "../../vectors/normalized"
import { collect } from "../kit/collect"
import { frozenDocument } from "../kit/frozen"
import { headers, secret } from "../kit/options"
import { checkNearest, checkPut, checkQuery, checkSearch, checkSearchEach } from "../kit/store-input"
import { createQdrantCollection, type QdrantCollectionOptions } from "./collection"
import { createQdrantHttp, type QdrantHttpOptions } from "./http"
import { checkMaking, readInfo, writeInfo } from "./info"
import { nearestDocuments } from "./nearest"
import { checkPointSizes, chunkOf, vectorOf } from "./points"
import { readPoints, searchRevisions } from "./read"
import { readCurrent } from "./records"
import { searchEach } from "./search-each"
import { newWrite, removeDocument, replaceDocument } from "./write"

/** The server and collection, and how they are asked. */
export interface QdrantVectorStoreOptions extends QdrantHttpOptions, QdrantCollectionOptions {
  /** Where the server answers, for example `http://localhost:6333`; a path in it is kept, https is port 443. */
  readonly url: string
  readonly apiKey?: string | undefined
  /** One collection holds all documents; it is made with the first one. */
  readonly collection: string
  /** Of the embedder. @default those of the first chunk stored */
  readonly dimensions?: number | undefined
  /** More fields for the request that makes the collection, for example `hnsw_config`. */
  readonly collectionConfig?: QdrantCollectionOptions["collectionConfig"]
  /** Sent with each request. */
  readonly headers?: { readonly [name: string]: string } | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Whether the server's own words on a refusal are in its error, at most 300 characters. @default true */
  readonly errorDetail?: boolean | undefined
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
  errorDetail: optional(yesOrNo),
  maxBatchSize: optional(integerFrom(1)),
  maxBatchBytes: optional(integerFrom(1)),
}

/**
 * A store on a Qdrant server, from version 1.11 on.
 *
 * A document is replaced in three steps: write the new chunks, make their record the current one, take away what came
 * before. Any number of stores may write one document; it ends as one of theirs, whole.
 *
 * @throws ProviderError (provider `qdrant`) where the server refuses or breaks; one request is one attempt.
 */
export function qdrantVectorStore(options: QdrantVectorStoreOptions): VectorStore {
  const settings = checkOptions(options, optionChecks, "options")
  const { maxBatchSize = 128, maxBatchBytes = 16 * 1024 * 1024 } = settings
  const limits = { maxBatchSize, maxBatchBytes }
  const collection = createQdrantCollection(createQdrantHttp(settings), settings)
  const inTurn = createKeyedQueue()

  async function* list(signal: AbortSignal | undefined): AsyncGenerator<StoredDocument> {
    if ((await collection.open(signal)) === undefined) return
    const current = [...(await readCurrent(collection, undefined, signal)).values()]
    // Points come by their ids, which are others with every write.
    current.sort((a, b) => (a.document.id < b.document.id ? -1 : 1))
    for (const { document } of current) yield document
  }

  return {
    async put(request) {
      const { document, embedder, signal } = request
      signal?.throwIfAborted()
      const { chunks, dimensions } = checkPut(request)
      if (chunks.length > 0 && dimensions === 0) {
        const expected = "chunks with vectors: Qdrant keeps none without (give an embedder)"
        throw new InvalidArgumentError("chunks", chunks, expected)
      }
      // The caller may change or reuse its vectors while requests are under way.
      const copies = chunks.map((chunk) => ({ ...chunk, vector: normalized(chunk.vector) }))
      const write = await newWrite(frozenDocument(document))
      await checkPointSizes(write, copies, limits.maxBatchBytes)
      await inTurn(document.id, signal, async () => {
        const info = await collection.ensure(dimensions, signal)
        const maxBatchSize = Math.min(limits.maxBatchSize, info.maxUpsertSize)
        const batch = { ...limits, maxBatchSize, dimensions: info.dimensions }
        const check = () => checkMaking(collection, embedder, signal)
        await replaceDocument(collection, write, copies, batch, check, signal)
      })
    },
    async get({ documentId, signal }) {
      if ((await collection.open(signal)) === undefined) return undefined
      return (await readCurrent(collection, [documentId], signal)).get(documentId)?.document
    },
    async chunks({ documentId, revision, signal }) {
      if ((await collection.open(signal)) === undefined) throw new StaleRevisionError(documentId, revision)
      const points = await readPoints(collection, { id: documentId, revision }, false, signal)
      return points.map(chunkOf).sort((a, b) => a.index - b.index)
    },
    async embeddedChunks({ documentId, revision, signal }) {
      if ((await collection.open(signal)) === undefined) throw new StaleRevisionError(documentId, revision)
      const points = await readPoints(collection, { id: documentId, revision }, true, signal)
      return points
        .map((point) => ({ ...chunkOf(point), vector: vectorOf(point) }))
        .sort((a, b) => a.index - b.index)
    },
    getInfo: ({ signal } = {}) => readInfo(collection, signal),
    setInfo: ({ info, ifEmpty, signal }) =>
      writeInfo(collection, info, { configured: settings.dimensions, ifEmpty }, signal),
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
    async searchByDocument(request) {
      const { vector, topK, signal } = request
      signal?.throwIfAborted()
      const named = checkSearchEach(request)
      const info = await collection.open(signal)
      if (info === undefined || named.length === 0) return []
      checkQuery(vector, info.dimensions, named[0]!.id)
      return searchEach(collection, named, Array.from(normalized(vector)), topK, signal)
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
        await removeDocument(collection, documentId, signal)
      })
    },
    list: ({ signal } = {}) => list(signal),
  }
}
