import type { CallCache } from "../../contracts/cache"
import { InvalidArgumentError } from "../../errors"
import { checkOptionNames, checkPositiveInteger } from "../kit/options"
import type { LibsqlClient, LibsqlStatement } from "../libsql/client"
import { createDatabase } from "../libsql/database"

export interface LibsqlCacheOptions {
  /** `file:` and a path, `:memory:`, or the address of a libSQL server; not needed with `client`. */
  readonly url?: string | undefined
  /** For a server. */
  readonly authToken?: string | undefined
  /** A client of `@libsql/client`. @default one for `url`; the package is loaded when it is first used */
  readonly client?: LibsqlClient | undefined
  /** Bytes of all entries; the oldest go first. @default 1_073_741_824 */
  readonly maxBytes?: number | undefined
  /** How long a call waits for another process to finish writing. @default 5_000 */
  readonly busyTimeoutMs?: number | undefined
}

export interface LibsqlCache extends CallCache {
  /** Closes the database; it is opened again when it is used. A client that was passed in stays open. */
  close(): Promise<void>
}

const statement = (sql: string, ...args: LibsqlStatement["args"]): LibsqlStatement => ({ sql, args })

const tables = [
  statement(`CREATE TABLE IF NOT EXISTS spd_rag_calls (
    place INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, value TEXT NOT NULL, bytes INTEGER NOT NULL)`),
]

/** Keeps results in a table of a SQLite file or a libSQL server, which several processes and machines may share. */
export function libsqlCache(options: LibsqlCacheOptions): LibsqlCache {
  checkOptionNames("libsqlCache", options, ["url", "authToken", "client", "maxBytes", "busyTimeoutMs"])
  const { url, client, busyTimeoutMs = 5_000 } = options
  if (client === undefined && (typeof url !== "string" || url === "")) {
    throw new InvalidArgumentError("url", url, "an address such as `file:calls.db`, or `client` to be given")
  }
  const maxBytes = checkPositiveInteger("maxBytes", options.maxBytes ?? 1_073_741_824)
  const { run, close } = createDatabase({ ...options, busyTimeoutMs, tables })
  return {
    close,
    async get(key) {
      const select = statement("SELECT value FROM spd_rag_calls WHERE key = ?", key)
      const { rows } = await run(undefined, (database) => database.execute(select))
      return rows[0]?.value
    },
    async set(key, value) {
      const bytes = new TextEncoder().encode(value).length
      await run(undefined, (database) =>
        database.batch(
          [
            statement(
              "INSERT OR REPLACE INTO spd_rag_calls (key, value, bytes) VALUES (?, ?, ?)",
              key,
              value,
              bytes,
            ),
            // Only where the sum is over the limit are the newest counted up to it.
            statement(
              `DELETE FROM spd_rag_calls WHERE (SELECT SUM(bytes) FROM spd_rag_calls) > ?1 AND place IN (
                SELECT place FROM (
                  SELECT place, SUM(bytes) OVER (ORDER BY place DESC) AS total FROM spd_rag_calls
                ) WHERE total > ?1)`,
              maxBytes,
            ),
          ],
          "write",
        ),
      )
    },
  }
}
