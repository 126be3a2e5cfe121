import type { Chunk, EmbeddedChunk, ScoredChunk, StoredDocument } from "../../contracts/document"
import type { VectorStore } from "../../contracts/vector-store"
import { InvalidArgumentError, StaleRevisionError } from "../../errors"
import { createKeyedQueue } from "../../runtime/keyed-queue"
import { loadPeer } from "../../runtime/load-peer"
import { nextTurn } from "../../runtime/yield"
import { normalized } from "../../vectors/normalized"
import { frozenChunk, frozenDocument } from "../kit/frozen"
import { checkPut, checkQuery, checkSearch } from "../kit/store-input"
import { type LibsqlClient, type LibsqlStatement, withDatabase } from "./client"
import * as sql from "./sql"

export type {
  LibsqlClient,
  LibsqlResult,
  LibsqlStatement,
  LibsqlTransaction,
  LibsqlValue,
} from "./client"

export interface LibsqlVectorStoreOptions {
  /** `file:` and a path, `:memory:`, or the address of a libSQL server; not needed with `client`. */
  readonly url?: string | undefined
  /** For a server. */
  readonly authToken?: string | undefined
  /** A client of `@libsql/client`; default: the store makes one for `url`, and loads the package itself. */
  readonly client?: LibsqlClient | undefined
  /** How long a call waits for another process to finish writing, in milliseconds. @default 5000 */
  readonly busyTimeoutMs?: number | undefined
}

export interface LibsqlVectorStore extends VectorStore {
  /** Closes the database; the store opens it again when it is used. A client that was passed in stays open. */
  close(): Promise<void>
}

const rowsPerBatch = 64
const documentsPerPage = 256

/**
 * A store in one SQLite file: exact search, whole replacement by transaction, several processes at once.
 *
 * @throws ProviderError (provider `libsql`), retryable where the database was busy for `busyTimeoutMs`.
 */
export function libsqlVectorStore(options: LibsqlVectorStoreOptions): LibsqlVectorStore {
  const { url, authToken, client: given, busyTimeoutMs = 5000 } = options
  if (given === undefined && (typeof url !== "string" || url === "")) {
    throw new InvalidArgumentError(
      "url",
      url,
      "an address such as `file:documents.db`, or `client` to be given",
    )
  }
  if (!(busyTimeoutMs >= 0)) throw new InvalidArgumentError("busyTimeoutMs", busyTimeoutMs, "0 or more")
  const inTurn = createKeyedQueue()
  let opened: Promise<LibsqlClient> | undefined

  async function connect(): Promise<LibsqlClient> {
    if (given !== undefined) return prepare(given)
    const { createClient } = await loadPeer("@libsql/client", "^0.18.0", () => import("@libsql/client"))
    const config = { url: url as string, ...(authToken === undefined ? {} : { authToken }) }
    const client = createClient(config) as unknown as LibsqlClient
    return prepare(client).catch((error) => {
      client.close()
      throw error
    })
  }

  /** A `BEGIN` that found the database busy stays open in the driver, and its connection can't commit again. */
  async function renew(client: LibsqlClient) {
    if (given === undefined && client.protocol === "file" && !url?.includes(":memory:"))
      await client.reconnect?.()
  }

  async function prepare(client: LibsqlClient): Promise<LibsqlClient> {
    const statements = sql.createTables as LibsqlStatement[]
    // Readers and one writer at once; stays with the file.
    const wal = { sql: "PRAGMA journal_mode = WAL", args: [] }
    const patient = { busyTimeoutMs, onBusy: () => renew(client) }
    if (client.protocol === "file") await withDatabase(patient, () => client.execute(wal))
    await withDatabase(patient, () => client.batch([...statements], "write"))
    return client
  }

  async function database<T>(signal: AbortSignal | undefined, call: (client: LibsqlClient) => Promise<T>) {
    signal?.throwIfAborted()
    opened ??= connect().catch((error) => {
      opened = undefined
      throw error
    })
    const client = await withDatabase({ busyTimeoutMs: 0, signal }, () => opened as Promise<LibsqlClient>)
    return withDatabase({ busyTimeoutMs, signal, onBusy: () => renew(client) }, () => call(client))
  }

  /** All or nothing; gives the event loop a turn between batches. */
  async function transact(statements: readonly LibsqlStatement[], signal: AbortSignal | undefined) {
    const transaction = await database(signal, async (client) => {
      const begun = await client.transaction("write")
      // Nobody waits for it any more: an open one would lock everybody out.
      if (signal?.aborted) begun.close()
      return begun
    })
    // Whoever has begun to write has the database to himself.
    const once = { busyTimeoutMs: 0, signal }
    try {
      for (let from = 0; from < statements.length; from += rowsPerBatch) {
        const rows = statements.slice(from, from + rowsPerBatch)
        await withDatabase(once, () => transaction.batch(rows))
        await nextTurn()
      }
      await withDatabase(once, () => transaction.commit())
    } finally {
      transaction.close()
    }
  }

  return {
    async put(request) {
      const { signal } = request
      signal?.throwIfAborted()
      const { chunks, dimensions } = checkPut(request)
      const copies = chunks.map((chunk) => ({ ...frozenChunk(chunk), vector: normalized(chunk.vector) }))
      const statements = replacement(frozenDocument(request.document), copies, dimensions)
      await inTurn("write", signal, () => transact(statements, signal))
    },
    async get({ documentId, signal }) {
      const { rows } = await database(signal, (client) => client.execute(sql.readDocument(documentId)))
      return rows[0] && documentOf(rows[0])
    },
    async chunks({ documentId, revision, signal }) {
      const statement = sql.readChunks(documentId, revision)
      const { rows } = await database(signal, (client) => client.execute(statement))
      if (rows.length === 0) throw new StaleRevisionError(documentId, revision)
      return rows.filter(({ chunk }) => chunk !== null).map(chunkOf)
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
    async delete({ documentId, signal }) {
      const statements = [sql.removeDocument(documentId), sql.removeChunks(documentId)]
      await inTurn("write", signal, () => transact(statements, signal))
    },
    async *list({ signal } = {}) {
      let place = 0
      for (;;) {
        const page = sql.readDocumentsAfter(place, documentsPerPage)
        const { rows } = await database(signal, (client) => client.execute(page))
        for (const row of rows) {
          signal?.throwIfAborted()
          yield documentOf(row)
          place = Number(row.place)
        }
        if (rows.length < documentsPerPage) return
      }
    },
    async close() {
      const client = await opened?.catch(() => undefined)
      opened = undefined
      if (given === undefined) client?.close()
    },
  }
}

function replacement(document: StoredDocument, chunks: readonly EmbeddedChunk[], dimensions: number) {
  const rows = chunks.map((chunk) => sql.writeChunk(document.revision, chunk))
  return [sql.removeChunks(document.id), ...rows, sql.writeDocument(document, dimensions)]
}

type Row = { readonly [column: string]: unknown }

function documentOf({ document }: Row): StoredDocument {
  return frozenDocument(JSON.parse(document as string) as StoredDocument)
}

function chunkOf({ chunk }: Row): Chunk {
  return frozenChunk(JSON.parse(chunk as string) as Chunk)
}

function scoredOf(row: Row): ScoredChunk {
  return { ...chunkOf(row), score: Math.max(-1, Math.min(1, 1 - Number(row.distance))) }
}
