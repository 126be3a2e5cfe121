/**
 * A vector store in a libSQL or SQLite database: a file, or a server.
 *
 * @module spd-rag/libsql
 */
import type { EmbeddedChunk, StoredDocument } from "../../contracts/document"
import type { DocumentFilter } from "../../contracts/filter"
import type { DocumentHits, DocumentScore, VectorStore } from "../../contracts/vector-store"
import { InvalidArgumentError, StaleRevisionError } from "../../errors"
import { checkOptions } from "../../runtime/check/options"
import { createKeyedQueue } from "../../runtime/keyed-queue"
import { nextTurn } from "../../runtime/yield"
import { normalized } from "../../vectors/normalized"
import { collect } from "../kit/collect"
import { frozenChunk, frozenDocument } from "../kit/frozen"
import { hitsOf, scoreOf } from "../kit/hits"
import { checkMadeWith, notEmpty } from "../kit/made-with"
import { checkNearest, checkPut, checkQuery, checkSearch, checkSearchEach } from "../kit/store-input"
import { checkDatabaseGiven, connectionChecks, type LibsqlConnectionOptions } from "./connection-options"
import { createDatabase } from "./database"
import { chunkOf, documentOf, infoOf, type Row, scoredOf, vectorOf } from "./read"
import * as sql from "./sql"

export type {
  LibsqlClient,
  LibsqlResult,
  LibsqlStatement,
  LibsqlTransaction,
  LibsqlValue,
} from "./client"
export type { LibsqlConnectionOptions } from "./connection-options"

/** Which database the store is in, and how it is opened. */
export type LibsqlVectorStoreOptions = LibsqlConnectionOptions

/** A store in a database, which is open while it is used. */
export interface LibsqlVectorStore extends VectorStore {
  /** Closes the database; the store opens it again when it is used. A client that was passed in stays open. */
  close(): Promise<void>
}

const documentsPerPage = 256
/** The driver works in the caller's thread: so many are compared in one turn of the event loop. */
const documentsPerComparison = 32

/** @throws InvalidArgumentError for a set that a later version of the library made */
function checkFormat(value: unknown): void {
  const format = Number(value)
  if (!(format > sql.formatVersion)) return
  const expected = `a set of format ${sql.formatVersion} or less: a later version of spd-rag made this one (upgrade, or name another file)`
  throw new InvalidArgumentError("url", format, expected)
}

/**
 * A store in one SQLite file: exact search, whole replacement by transaction, several processes at once.
 *
 * @throws ProviderError (provider `libsql`), retryable where the database was busy for `busyTimeoutMs`.
 */
export function libsqlVectorStore(options: LibsqlVectorStoreOptions): LibsqlVectorStore {
  const settings = checkOptions(options, connectionChecks, "options")
  checkDatabaseGiven(settings)
  const inTurn = createKeyedQueue()
  const {
    run: database,
    transact,
    close,
  } = createDatabase({
    ...settings,
    tables: sql.createTables,
    checkTables: async (execute) => checkFormat((await execute(sql.readSetting("format"))).rows[0]?.value),
  })

  async function* list(
    where: DocumentFilter | undefined,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<StoredDocument> {
    let place = 0
    for (;;) {
      const page = sql.readDocumentsAfter(place, documentsPerPage, where)
      const { rows } = await database(signal, (client) => client.execute(page))
      for (const row of rows) {
        signal?.throwIfAborted()
        yield documentOf(row)
        place = Number(row.place)
      }
      if (rows.length < documentsPerPage) return
    }
  }

  async function chunkRows(
    { documentId, revision, signal }: ChunksRequest,
    vectors: boolean,
  ): Promise<readonly Row[]> {
    const statement = sql.readChunks(documentId, revision, vectors)
    const { rows } = await database(signal, (client) => client.execute(statement))
    if (rows.length === 0) throw new StaleRevisionError(documentId, revision)
    return rows.filter(({ chunk }) => chunk !== null)
  }

  return {
    async put(request) {
      const { signal } = request
      signal?.throwIfAborted()
      const { chunks, dimensions } = checkPut(request)
      const copies = chunks.map((chunk) => ({ ...frozenChunk(chunk), vector: normalized(chunk.vector) }))
      const statements = replacement(frozenDocument(request.document), copies, dimensions)
      const { embedder } = request
      const check = {
        read: sql.readSetting("info"),
        rows: (rows: readonly Row[]) => checkMadeWith(embedder, infoOf(rows)),
      }
      await inTurn("write", signal, () =>
        transact(statements, signal, embedder === undefined ? undefined : check),
      )
    },
    async get({ documentId, signal }) {
      const { rows } = await database(signal, (client) => client.execute(sql.readDocument(documentId)))
      return rows[0] && documentOf(rows[0])
    },
    chunks: async (request) => (await chunkRows(request, false)).map(chunkOf),
    embeddedChunks: async (request) =>
      (await chunkRows(request, true)).map((row) => ({ ...chunkOf(row), vector: vectorOf(row) })),
    async getInfo({ signal } = {}) {
      const { rows } = await database(signal, (client) => client.execute(sql.readSetting("info")))
      return infoOf(rows)
    },
    async setInfo({ info, ifEmpty, signal }) {
      const check = {
        read: sql.readDocumentsAfter(0, 1),
        rows: (rows: readonly Row[]) => {
          if (rows.length > 0) throw notEmpty()
        },
      }
      const write = sql.writeInfo(JSON.stringify(info))
      await inTurn("write", signal, () => transact([write], signal, ifEmpty ? check : undefined))
    },
    async search(request) {
      const { vector, topK, signal } = request
      signal?.throwIfAborted()
      const named = checkSearch(request)
      const statements = [sql.readCurrent(named), sql.searchChunks(named, vector, topK)]
      const [current, found] = await database(signal, (client) => client.batch(statements, "read"))
      const dimensions = new Map(current?.rows.map((row) => [row.place, row]))
      for (const [place, { id, revision }] of named.entries()) {
        const row = dimensions.get(place)
        if (row === undefined) throw new StaleRevisionError(id, revision)
        if (Number(row.count) > 0) checkQuery(vector, Number(row.dimensions), id)
      }
      return (found?.rows ?? []).map(scoredOf)
    },
    async searchByDocument(request) {
      const { vector, topK, signal } = request
      signal?.throwIfAborted()
      const named = checkSearchEach(request)
      const found: DocumentHits[] = []
      for (let from = 0; from < named.length; from += documentsPerComparison) {
        const some = named.slice(from, from + documentsPerComparison)
        const statement = sql.searchEachDocument(some, vector, topK)
        const { rows } = await database(signal, (client) => client.execute(statement))
        for (const hits of hitsOf(some, rows)) found.push(hits)
        await nextTurn()
      }
      return found
    },
    async nearestByDocument(request) {
      const { vectors, signal } = request
      signal?.throwIfAborted()
      const named = checkNearest(request) ?? (await collect(list(undefined, signal)))
      const found: DocumentScore[] = []
      for (let from = 0; from < named.length; from += documentsPerComparison) {
        const some = named.slice(from, from + documentsPerComparison)
        const { rows } = await database(signal, (client) => client.execute(sql.nearestChunks(some, vectors)))
        for (const row of rows) {
          const { id, revision } = some[Number(row.place)]!
          checkQuery(vectors[0]!, Number(row.dimensions), id)
          found.push({ documentId: id, revision, score: scoreOf(row) })
        }
        await nextTurn()
      }
      return found
    },
    async delete({ documentId, signal }) {
      const statements = [sql.removeDocument(documentId), sql.removeChunks(documentId)]
      await inTurn("write", signal, () => transact(statements, signal))
    },
    list: ({ where, signal } = {}) => list(where, signal),
    close,
  }
}

function replacement(document: StoredDocument, chunks: readonly EmbeddedChunk[], dimensions: number) {
  const rows = chunks.map((chunk) => sql.writeChunk(document.revision, chunk))
  return [sql.removeChunks(document.id), ...rows, sql.writeDocument(document, dimensions)]
}

type ChunksRequest = Parameters<VectorStore["chunks"]>[0]
