import { SpdRagError } from "./spd-rag-error"

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

/** What took too long: the whole attempt, or in a stream its first part, or what came between two. */
export type TimeoutPhase = "attempt" | "first-token" | "between-tokens"

const slow: { readonly [phase in TimeoutPhase]: string } = {
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
    super(`${what} ${slow[phase]} ${timeoutMs} ms.`)
    this.timeoutMs = timeoutMs
    this.phase = phase
  }
}

/** Statuses that a later attempt may get over; no status means that no answer came. */
export function isRetryableStatus(status: number | undefined): boolean {
  return status === undefined || status === 408 || status === 409 || status === 429 || status >= 500
}
