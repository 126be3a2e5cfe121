import { InvalidArgumentError, messageOf, ProviderError, SpdRagError } from "../../errors"
import { raceAbort } from "../../runtime/abort"

/** A row as the driver gives it. */
export type PostgresRow = { readonly [column: string]: unknown }

/**
 * What the store needs of a client: the `Pool` of `pg` or of Neon and PGlite are such; of postgres.js
 * `{ query: (sql, values) => db.unsafe(sql, values) }` is. Each call is one statement, on any connection.
 */
export interface PostgresClient {
  query(
    sql: string,
    values: string[],
  ): Promise<readonly PostgresRow[] | { readonly rows: readonly PostgresRow[] }>
}

export type RunStatement = (
  sql: string,
  values: readonly string[],
  signal: AbortSignal | undefined,
) => Promise<readonly PostgresRow[]>

export function createRunStatement(client: PostgresClient): RunStatement {
  return async (sql, values, signal) => {
    signal?.throwIfAborted()
    try {
      const result = await raceAbort(Promise.resolve(client.query(sql, [...values])), signal)
      const rows = Array.isArray(result) ? result : (result as { rows?: unknown } | null | undefined)?.rows
      if (Array.isArray(rows)) return rows as readonly PostgresRow[]
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      throw SpdRagError.isInstance(error) ? error : failureOf(error)
    }
    throw new InvalidArgumentError(
      "client",
      undefined,
      "one whose `query` gives an array of rows, or `{ rows }`",
    )
  }
}

/** Postgres' five characters of an error (SQLSTATE), or the system's own code. */
export function codeOf(error: unknown): string | undefined {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  if (typeof code === "string") return code
  return cause === undefined ? undefined : codeOf(cause)
}

/** Lost connections, a server that restarts or is out of something, deadlocks and serialization. */
const passing = /^(08|40|53|55P03|57P|E[A-Z]{3}|CONNECT)/
/** Kinds whose words quote names at most, never a value. */
const quotable = /^(08|0A|28|3D|3F|42|53|55|57|58|E[A-Z]{3})/

function failureOf(error: unknown): ProviderError {
  const code = codeOf(error)
  const lost =
    code === undefined && /connection|socket|terminated|timeout|fetch failed/i.test(messageOf(error))
  const words = code === undefined ? lost : quotable.test(code)
  const message = `Postgres failed${code ? ` with ${code}` : ""}${words ? `: ${messageOf(error).slice(0, 200)}` : ""}`
  const retryable = code === undefined ? lost : passing.test(code)
  return new ProviderError(message, { provider: "postgres", retryable, cause: { code } })
}
