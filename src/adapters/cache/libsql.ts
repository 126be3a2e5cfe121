import type { CallCache } from "../../contracts/cache"
import { checkOptions, optional } from "../../runtime/check/options"
import { integerFrom } from "../../runtime/check/values"
import type { LibsqlStatement } from "../libsql/client"
import {
  checkDatabaseGiven,
  connectionChecks,
  type LibsqlConnectionOptions,
} from "../libsql/connection-options"
import { createDatabase } from "../libsql/database"

/** Which database the cache is in, and how large it may grow. */
export interface LibsqlCacheOptions extends LibsqlConnectionOptions {
  /** Bytes of all entries; the oldest go first. @default 1_073_741_824 */
  readonly maxBytes?: number | undefined
}

const optionChecks = { ...connectionChecks, maxBytes: optional(integerFrom(1), 1_073_741_824) }

/** A cache in a database, which is open while it is used. */
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
  const { maxBytes, ...connection } = checkOptions(options, optionChecks, "options")
  checkDatabaseGiven(connection)
  const { run, close } = createDatabase({ ...connection, tables })
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
