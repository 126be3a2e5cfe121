import { InvalidArgumentError, messageOf, ProviderError, SpdRagError } from "../errors"
import { raceAbort } from "../runtime/abort"
import { systemClock } from "../runtime/clock"

export type LibsqlValue = string | number | ArrayBuffer | null

export interface LibsqlStatement {
  readonly sql: string
  readonly args: LibsqlValue[]
}

export interface LibsqlResult {
  readonly rows: readonly { readonly [column: string]: unknown }[]
}

/** The part of a client of `@libsql/client` that the store calls. */
export interface LibsqlClient {
  /** `file` for a database on this machine. */
  readonly protocol?: string | undefined
  execute(statement: LibsqlStatement): Promise<LibsqlResult>
  batch(statements: LibsqlStatement[], mode: "read" | "write"): Promise<LibsqlResult[]>
  transaction(mode: "write"): Promise<LibsqlTransaction>
  close(): void
}

export interface LibsqlTransaction {
  batch(statements: LibsqlStatement[]): Promise<LibsqlResult[]>
  commit(): Promise<void>
  /** Rolls back what was not committed. */
  close(): void
}

/**
 * Runs one call, again while another connection holds the database, at most for `busyTimeoutMs`. The driver's own
 * busy time-out would stop the whole process while it waits.
 */
export async function withDatabase<T>(
  busyTimeoutMs: number,
  signal: AbortSignal | undefined,
  call: () => Promise<T>,
): Promise<T> {
  const deadline = systemClock.now() + busyTimeoutMs
  for (let waitMs = 1; ; waitMs = Math.min(waitMs * 2, 50)) {
    signal?.throwIfAborted()
    try {
      return await raceAbort(call(), signal)
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (!isBusy(error) || systemClock.now() >= deadline) throw failureOf(error)
    }
    await systemClock.sleep(waitMs, signal)
  }
}

function isBusy(error: unknown): boolean {
  return /^(SQLITE_BUSY|SQLITE_LOCKED|TRANSACTION_ACTIVE)/.test(codeOf(error) ?? "")
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === "string" ? code : undefined
}

function failureOf(error: unknown): unknown {
  if (SpdRagError.isInstance(error)) return error
  const code = codeOf(error)
  if (code?.startsWith("URL_")) {
    // The driver's own words may repeat the address, and with it a token.
    return new InvalidArgumentError("url", undefined, `an address that @libsql/client takes (${code})`)
  }
  // What the database itself refuses, it refuses again; a server or a network may get over it.
  const retryable = isBusy(error) || !code?.startsWith("SQLITE_")
  const message = `libsql failed${code === undefined ? "" : ` with ${code}`}: ${messageOf(error).slice(0, 200)}`
  return new ProviderError(message, { provider: "libsql", retryable })
}
