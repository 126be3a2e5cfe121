import { InvalidArgumentError, messageOf, ProviderError, SpdRagError } from "../../errors"
import { raceAbort } from "../../runtime/abort"
import { systemClock } from "../../runtime/clock"

/** A value as the database's driver takes and gives it. */
export type LibsqlValue = string | number | ArrayBuffer | null

/** One statement with the values of its places. */
export interface LibsqlStatement {
  readonly sql: string
  readonly args: LibsqlValue[]
}

/** The rows that a statement gave. */
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
  /** Opens new connections in place of the ones it has. */
  reconnect?(): void | Promise<void>
  close(): void
}

/** The part of a transaction of `@libsql/client` that is called. */
export interface LibsqlTransaction {
  batch(statements: LibsqlStatement[]): Promise<LibsqlResult[]>
  commit(): Promise<void>
  /** Rolls back what was not committed. */
  close(): void
}

/** What a call needs beside itself. */
export interface LibsqlCallOptions {
  readonly busyTimeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** Called before the next try when another connection holds the database. */
  readonly onBusy?: (() => Promise<void>) | undefined
}

/**
 * Runs one call, again while another connection holds the database, at most for `busyTimeoutMs`. The driver's own
 * busy time-out would stop the whole process while it waits.
 */
export async function withDatabase<T>(options: LibsqlCallOptions, call: () => Promise<T>): Promise<T> {
  const { busyTimeoutMs, signal, onBusy } = options
  const deadline = systemClock.now() + busyTimeoutMs
  for (let waitMs = 1; ; waitMs = Math.min(waitMs * 2, 50)) {
    signal?.throwIfAborted()
    try {
      return await raceAbort(call(), signal)
    } catch (error) {
      if (codeOf(error) === "SQLITE_BUSY") await onBusy?.()
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
  // A server or a network may get over it; what the database itself refuses, it refuses again.
  const remote = /^(SERVER_|HRANA_|HTTP_)/.test(code ?? "") || error instanceof TypeError
  const retryable = isBusy(error) || remote
  // What a server or the network says may repeat the address, and with it a password or a token.
  const words = remote ? "" : `: ${messageOf(error).slice(0, 200)}`
  const message = `libsql failed${code ? ` with ${code}` : ""}${words}`
  return new ProviderError(message, { provider: "libsql", retryable })
}
