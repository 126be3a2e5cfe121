import type { Findings } from "./contracts/findings"
import type { UsageReport } from "./contracts/usage"

/**
 * Every failure that the library itself reports. Each kind has a literal `name`, fields of plain data and a
 * `cause`. An abort is none of these: it rethrows `signal.reason` as it is.
 */
export const errorMark: symbol = Symbol.for("spd-rag.error")

/** An error as plain data. */
export type ErrorJSON = { readonly name: string; readonly message: string; readonly [field: string]: unknown }

/** The class of all errors of the library. */
export abstract class SpdRagError extends Error {
  abstract override readonly name: string
  /** Outcomes of every document asked, where a run had begun reading; see `outcomesOf`. */
  documents?: readonly { readonly documentId: string; readonly status: string }[]
  /** What the run had used when it failed with this error. */
  usage?: UsageReport

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options !== undefined && "cause" in options ? { cause: options.cause } : undefined)
    Object.defineProperty(this, errorMark, { value: true })
  }

  /** True for errors of any installed copy of the library. */
  static isInstance(value: unknown): value is SpdRagError {
    return (
      typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[errorMark] === true
    )
  }

  /** Name, message and plain fields; the cause by name only, since a provider's words may quote a document. */
  toJSON(): ErrorJSON {
    const { documents: _, cause: __, name: ___, ...fields } = this as Record<string, unknown>
    const cause = this.cause instanceof Error ? { cause: { name: nameOf(this.cause) } } : {}
    return { name: this.name, message: this.message, ...fields, ...cause }
  }
}

/** An argument that makes no sense. Thrown before any paid call. */
export class InvalidArgumentError extends SpdRagError {
  override readonly name = "InvalidArgumentError"
  readonly argument: string
  readonly value: unknown

  /** @param expected completes "Expected `argument` to be ..." */
  constructor(argument: string, value: unknown, expected: string, options?: { cause?: unknown }) {
    super(`Expected \`${argument}\` to be ${expected}, got ${describe(value)}.`, options)
    this.argument = argument
    this.value = summary(value)
  }
}

/** What is known of a provider's failure. */
export interface ProviderErrorFields {
  /** For example `gemini`, `cohere`, `qdrant`. */
  readonly provider: string
  /** HTTP status, where there was an answer. */
  readonly status?: number | undefined
  readonly retryable?: boolean | undefined
  /** What the provider asked for by Retry-After or RetryInfo. */
  readonly retryAfterMs?: number | undefined
  /** The prompt did not fit the model: a smaller one may. */
  readonly tooLong?: boolean | undefined
  readonly cause?: unknown
}

/** A provider refused or broke. `retryable` defaults to 408, 409, 429, 5xx, and no status at all. */
export class ProviderError extends SpdRagError {
  override readonly name = "ProviderError"
  readonly provider: string
  readonly status: number | undefined
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  readonly tooLong: boolean

  constructor(message: string, fields: ProviderErrorFields) {
    super(message, fields)
    this.provider = fields.provider
    this.status = fields.status
    this.tooLong = fields.tooLong ?? false
    this.retryable = fields.retryable ?? (!this.tooLong && isRetryableStatus(fields.status))
    this.retryAfterMs = fields.retryAfterMs
  }
}

/** Every attempt failed, or the provider asked for a longer wait than `maxRetryAfterMs`. `cause` is the last failure. */
export class RetriesExhaustedError extends SpdRagError {
  override readonly name = "RetriesExhaustedError"
  readonly attempts: number
  readonly retryAfterMs: number | undefined

  constructor(
    message: string,
    fields: { attempts: number; retryAfterMs?: number | undefined; cause: unknown },
  ) {
    super(message, fields)
    this.attempts = fields.attempts
    this.retryAfterMs = fields.retryAfterMs
  }
}

/** A plug answered, and the answer can't be used: a cut, refused or malformed reply, or vectors of a wrong shape. */
export class InvalidOutputError extends SpdRagError {
  override readonly name = "InvalidOutputError"
  readonly reason: "truncated" | "blocked" | "malformed" | "empty"
  /** The reply itself; left out of `toJSON` and of listings. */
  declare readonly text: string | undefined

  constructor(
    message: string,
    fields: { reason: InvalidOutputError["reason"]; text?: string | undefined; cause?: unknown },
  ) {
    super(message, fields)
    this.reason = fields.reason
    Object.defineProperty(this, "text", { value: fields.text, enumerable: false })
  }
}

/** One document's agent failed; `cause` says why, `findings` holds what it had read by then, if anything. */
export class DocumentAgentError extends SpdRagError {
  override readonly name = "DocumentAgentError"
  readonly documentId: string
  /** Left out of `toJSON` and of listings. */
  declare readonly findings: Findings | undefined

  constructor(documentId: string, cause: unknown, findings?: Findings) {
    super(`The agent of document ${describe(documentId)} failed: ${messageOf(cause)}`, { cause })
    this.documentId = documentId
    Object.defineProperty(this, "findings", { value: findings, enumerable: false })
  }
}

/** No document gave findings, so there is nothing to answer from. `documents` says why, one by one. */
export class NoFindingsError extends SpdRagError {
  override readonly name = "NoFindingsError"
}

/** A limit of the run was reached. What was read until then is in `documents`. */
export class LimitExceededError extends SpdRagError {
  override readonly name = "LimitExceededError"
  readonly limit: "maxTokens" | "maxCost" | "maxCalls" | "maxDurationMs"
  readonly allowed: number
  readonly used: number

  constructor(limit: LimitExceededError["limit"], allowed: number, used: number) {
    super(`The run reached its limit \`${limit}\`: ${allowed} allowed, ${used} used or asked for.`)
    this.limit = limit
    this.allowed = allowed
    this.used = used
  }
}

/** A query over a table was not run to its end. */
export class QueryError extends SpdRagError {
  override readonly name = "QueryError"
  /** `invalid`: SQLite does not take it. `refused`: it would do more than read. `limit`: it takes too much. */
  readonly reason: "invalid" | "refused" | "limit"
  /** The limit that was passed. */
  readonly limit: "maxSteps" | "maxBytes" | "maxRows" | "timeoutMs" | undefined

  constructor(reason: QueryError["reason"], why: string, limit?: QueryError["limit"]) {
    super(
      `The query ${reason === "invalid" ? "is not valid" : reason === "refused" ? "is refused" : "was stopped"}: ${why}`,
    )
    this.reason = reason
    this.limit = limit
  }
}

/** What took too long: the whole attempt, or in a stream its first part, or what came between two. */
export type TimeoutPhase = "attempt" | "first-token" | "between-tokens"

const SLOW: { readonly [phase in TimeoutPhase]: string } = {
  attempt: "did not answer within",
  "first-token": "began no reply within",
  "between-tokens": "went silent in the midst of its reply for",
}

/** One attempt took longer than its time-out. */
export class TimeoutError extends SpdRagError {
  override readonly name = "TimeoutError"
  readonly timeoutMs: number
  readonly phase: TimeoutPhase

  constructor(what: string, timeoutMs: number, phase: TimeoutPhase = "attempt") {
    super(`${what} ${SLOW[phase]} ${timeoutMs} ms.`)
    this.timeoutMs = timeoutMs
    this.phase = phase
  }
}

/** The document was replaced or removed after its revision was read. */
export class StaleRevisionError extends SpdRagError {
  override readonly name = "StaleRevisionError"
  readonly documentId: string
  readonly revision: string

  constructor(documentId: string, revision: string) {
    super(`Document ${describe(documentId)} is no longer at revision ${describe(revision)}.`)
    this.documentId = documentId
    this.revision = revision
  }
}

/** Statuses that a later attempt may get over; no status means that no answer came. */
export function isRetryableStatus(status: number | undefined): boolean {
  return status === undefined || status === 408 || status === 409 || status === 429 || status >= 500
}

/** Stands for a value that must not be shown, for example since it may be a key. */
export function unshown(value: unknown): symbol {
  return Symbol(`${typeof value === "object" ? "an object" : `a ${typeof value}`} that is not shown`)
}

/** A short, one-line form of any value for messages: strings cut at 60 characters, objects by their type. */
export function describe(value: unknown): string {
  if (typeof value === "string") {
    const short = value.length > 60 ? `${value.slice(0, 57)}...` : value
    return `${JSON.stringify(short.toWellFormed())} (string of ${value.length})`
  }
  if (typeof value === "number" || typeof value === "boolean" || value === null || value === undefined) {
    return `${String(value)}${value == null ? "" : ` (${typeof value})`}`
  }
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === "symbol") return value.description ?? "a symbol"
  return typeof value === "object" ? "an object" : `a ${typeof value}`
}

/** The kind of a failure. */
export function nameOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.name) : "Error"
  } catch {
    return "Error"
  }
}

export function messageOf(error: unknown): string {
  // An error of a plug may be any value, with getters that throw.
  try {
    return error instanceof Error ? String(error.message) : String(error)
  } catch {
    return "an error that can't be read"
  }
}

function summary(value: unknown): unknown {
  if (typeof value === "string") return value.length > 200 ? `${value.slice(0, 197)}...` : value
  // Anything that is no plain data is described, so that errors can be sent elsewhere.
  const isPlain = value === null || ["number", "boolean", "undefined"].includes(typeof value)
  return isPlain ? value : describe(value)
}
