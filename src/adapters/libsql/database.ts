import { loadPeer } from "../../runtime/load-peer"
import { nextTurn } from "../../runtime/yield"
import { fetchWithoutRedirects } from "../kit/http/fetch"
import { type LibsqlClient, type LibsqlResult, type LibsqlStatement, withDatabase } from "./client"

export interface DatabaseOptions {
  readonly url?: string | undefined
  readonly authToken?: string | undefined
  readonly client?: LibsqlClient | undefined
  readonly busyTimeoutMs: number
  /** Made when the database is opened. */
  readonly tables: readonly LibsqlStatement[]
  /** Refuses what is in the tables, once they are there. */
  readonly checkTables?: ((execute: LibsqlClient["execute"]) => Promise<void>) | undefined
}

/** One database, opened when it is first used. */
export interface Database {
  run<T>(signal: AbortSignal | undefined, call: (client: LibsqlClient) => Promise<T>): Promise<T>
  /**
   * All or nothing; gives the event loop a turn between batches.
   *
   * @param check refuses by what is read first, beside which nobody writes
   */
  transact(
    statements: readonly LibsqlStatement[],
    signal: AbortSignal | undefined,
    check?: { readonly read: LibsqlStatement; readonly rows: (rows: LibsqlResult["rows"]) => void },
  ): Promise<void>
  close(): Promise<void>
}

const rowsPerBatch = 64

export function createDatabase({
  url,
  authToken,
  client: given,
  busyTimeoutMs,
  tables,
  checkTables,
}: DatabaseOptions): Database {
  let opened: Promise<LibsqlClient> | undefined

  async function connect(): Promise<LibsqlClient> {
    if (given !== undefined) return prepare(given)
    const { createClient } = await loadPeer("@libsql/client", "^0.18.0", () => import("@libsql/client"))
    const config = {
      url: url as string,
      fetch: fetchWithoutRedirects("libsql"),
      ...(authToken === undefined ? {} : { authToken }),
    }
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
    // Readers and one writer at once; stays with the file.
    const wal = { sql: "PRAGMA journal_mode = WAL", args: [] }
    const patient = { busyTimeoutMs, onBusy: () => renew(client) }
    if (client.protocol === "file") await withDatabase(patient, () => client.execute(wal))
    await withDatabase(patient, () => client.batch([...tables], "write"))
    await checkTables?.((statement) => withDatabase(patient, () => client.execute(statement)))
    return client
  }

  async function run<T>(signal: AbortSignal | undefined, call: (client: LibsqlClient) => Promise<T>) {
    signal?.throwIfAborted()
    opened ??= connect().catch((error) => {
      opened = undefined
      throw error
    })
    const client = await withDatabase({ busyTimeoutMs: 0, signal }, () => opened as Promise<LibsqlClient>)
    return withDatabase({ busyTimeoutMs, signal, onBusy: () => renew(client) }, () => call(client))
  }

  const transact: Database["transact"] = async (statements, signal, check) => {
    const transaction = await run(signal, async (client) => {
      const begun = await client.transaction("write")
      // Nobody waits for it any more: an open one would lock everybody out.
      if (signal?.aborted) begun.close()
      return begun
    })
    // Whoever has begun to write has the database to himself.
    const once = { busyTimeoutMs: 0, signal }
    try {
      if (check !== undefined) {
        const [found] = await withDatabase(once, () => transaction.batch([check.read]))
        check.rows(found?.rows ?? [])
      }
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
    run,
    transact,
    async close() {
      const client = await opened?.catch(() => undefined)
      opened = undefined
      if (given === undefined) client?.close()
    },
  }
}
