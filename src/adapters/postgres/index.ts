/**
 * A vector store in Postgres with pgvector.
 *
 * @module spd-rag/postgres
 */
import type { StoredDocument } from "../../contracts/document"
import type { DocumentFilter } from "../../contracts/filter"
import type { DocumentHits, DocumentScore, VectorStore } from "../../contracts/vector-store"
import { ProviderError, StaleRevisionError } from "../../errors"
import { checkOptions } from "../../runtime/check/options"
import { sha256 } from "../../runtime/hash"
import { collect } from "../kit/collect"
import { frozenDocument } from "../kit/frozen"
import { hitsOf, scoreOf } from "../kit/hits"
import { checkMadeWith } from "../kit/made-with"
import {
  checkNearest,
  checkPut,
  checkQuery,
  checkSearch,
  checkSearchEach,
  type NamedRevision,
} from "../kit/store-input"
import { createRunStatement, type PostgresRow } from "./client"
import { createInfo } from "./info"
import { migrate } from "./migrate"
import { checkStored, optionChecks, type PostgresVectorStoreOptions } from "./options"
import { byDistance, checkCurrent, chunkOf, documentOf, scoredOf, vectorOf } from "./read"
import { chunkRows, vectorText } from "./rows"
import * as sql from "./sql"
import type { Tables } from "./tables"

export type { PostgresClient, PostgresRow } from "./client"
export type { PostgresVectorStoreOptions } from "./options"

const documentsPerPage = 256
const documentsPerComparison = 1_000
/** A search of fewer documents reads their chunks by key, which is exact and quicker than a graph with a filter. */
const leastDocumentsForIndex = 100
/**
 * A store in a Postgres database with pgvector: exact search, each document replaced in one statement, any number
 * of writers.
 *
 * @throws InvalidArgumentError where the database can't hold the set; ProviderError (provider `postgres`), retryable where
 * the connection was lost or the server may get over it.
 */
export function postgresVectorStore(options: PostgresVectorStoreOptions): VectorStore {
  const { client, schema, hnsw } = checkOptions(options, optionChecks, "options")
  const run = createRunStatement(client)
  let opened: Promise<Tables> | undefined

  async function query(
    statement: (tables: Tables) => sql.Statement,
    signal: AbortSignal | undefined,
  ): Promise<readonly PostgresRow[]> {
    signal?.throwIfAborted()
    opened ??= migrate(run, schema, hnsw?.dimensions).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    const { sql: text, values } = statement(await opened)
    return run(text, values, signal)
  }

  async function* list(
    where: DocumentFilter | undefined,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<StoredDocument> {
    let place = "0"
    for (;;) {
      const rows = await query(
        (tables) => sql.readDocumentsAfter(tables, place, documentsPerPage, where),
        signal,
      )
      for (const row of rows) {
        signal?.throwIfAborted()
        yield documentOf(row)
        place = row.place as string
      }
      if (rows.length < documentsPerPage) return
    }
  }

  async function readChunks({ id, revision }: NamedRevision, withVectors: boolean, signal?: AbortSignal) {
    const keyed = await keyedOf({ id, revision })
    const rows = await query((tables) => sql.readChunks(tables, keyed, withVectors), signal)
    if (rows.length === 0) throw new StaleRevisionError(id, revision)
    return rows.filter(({ chunk }) => chunk !== null)
  }

  const { getInfo, setInfo } = createInfo(query)

  return {
    async put(request) {
      const { document, embedder, signal } = request
      signal?.throwIfAborted()
      const { chunks, dimensions } = checkPut(request)
      checkStored(dimensions)
      const row = {
        ...(await keyedOf(document)),
        dimensions,
        chunkCount: chunks.length,
        document: JSON.stringify(frozenDocument(document)),
        embedder: embedder === undefined ? "" : JSON.stringify(embedder),
      }
      const json = await chunkRows(chunks, signal)
      const [kept] = await query((tables) => sql.replaceDocument(tables, row, json), signal)
      if (kept === undefined) {
        checkMadeWith(embedder, await getInfo({ signal }))
        const message = "Another writer changed what this set was made with."
        throw new ProviderError(message, { provider: "postgres", retryable: true })
      }
      if (kept.fresh !== "true") await query((tables) => sql.removeLeftovers(tables, row.key), signal)
    },
    async get({ documentId, signal }) {
      const key = await keyOf(documentId)
      const [row] = await query((tables) => sql.readDocument(tables, key), signal)
      return row && documentOf(row)
    },
    async chunks({ documentId, revision, signal }) {
      return (await readChunks({ id: documentId, revision }, false, signal)).map(chunkOf)
    },
    async embeddedChunks({ documentId, revision, signal }) {
      const rows = await readChunks({ id: documentId, revision }, true, signal)
      return rows.map((row) => ({ ...chunkOf(row), vector: vectorOf(row) }))
    },
    getInfo,
    setInfo,
    async search(request) {
      const { vector, topK, signal } = request
      signal?.throwIfAborted()
      const named = checkSearch(request)
      if (named.length === 0) return []
      const keyed = await Promise.all(named.map(keyedOf))
      const text = vectorText(vector)
      const search = async (statement: typeof sql.searchChunks) => {
        const rows = await query((tables) => statement(tables, keyed, text, vector.length, topK), signal)
        const found = rows.filter(({ chunk }) => chunk !== null)
        return { found, total: checkCurrent(rows, named, vector) }
      }
      const byIndex = hnsw?.dimensions === vector.length && named.length >= leastDocumentsForIndex
      let { found, total } = await search(byIndex ? sql.searchChunksByIndex : sql.searchChunks)
      if (found.length < Math.min(topK, total)) ({ found, total } = await search(sql.searchChunks))
      return found.sort(byDistance).map(scoredOf)
    },
    async searchByDocument(request) {
      const { vector, topK, signal } = request
      signal?.throwIfAborted()
      const named = checkSearchEach(request)
      const text = vectorText(vector)
      const found: DocumentHits[] = []
      for (let from = 0; from < named.length; from += documentsPerComparison) {
        const some = named.slice(from, from + documentsPerComparison)
        const keyed = await Promise.all(some.map(keyedOf))
        const rows = await query(
          (tables) => sql.searchEachDocument(tables, keyed, text, vector.length, topK),
          signal,
        )
        for (const hits of hitsOf(some, rows)) found.push(hits)
      }
      return found
    },
    async nearestByDocument(request) {
      const { vectors, signal } = request
      signal?.throwIfAborted()
      const named = checkNearest(request) ?? (await collect(list(undefined, signal)))
      const texts = vectors.map(vectorText)
      const found: DocumentScore[] = []
      for (let from = 0; from < named.length; from += documentsPerComparison) {
        const some = named.slice(from, from + documentsPerComparison)
        const keyed = await Promise.all(some.map(keyedOf))
        const dimensions = vectors[0]!.length
        for (const row of await query(
          (tables) => sql.nearestChunks(tables, keyed, texts, dimensions),
          signal,
        )) {
          const { id, revision } = some[Number(row.place)]!
          checkQuery(vectors[0]!, Number(row.dimensions), id)
          found.push({ documentId: id, revision, score: scoreOf(row) })
        }
      }
      return found
    },
    async delete({ documentId, signal }) {
      const key = await keyOf(documentId)
      await query((tables) => sql.removeDocument(tables, key), signal)
      await query((tables) => sql.removeLeftovers(tables, key), signal)
    },
    list: ({ where, signal } = {}) => list(where, signal),
  }
}

/** Ids may be longer than an index takes. */
function keyOf(id: string): Promise<string> {
  return sha256(JSON.stringify(id))
}

async function keyedOf({ id, revision }: NamedRevision): Promise<sql.KeyedRevision> {
  return { key: await keyOf(id), revision: sql.revisionText(revision) }
}
