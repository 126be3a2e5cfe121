import { type Checks, type Filled, optional } from "../runtime/check/options"
import { finiteFrom, integerFrom } from "../runtime/check/values"

/** How often and how patiently a call is tried. */
export interface RetryOptions {
  /** Attempts in all, the first one included. @default 4 */
  readonly maxAttempts?: number | undefined
  /** Time one attempt may take. @default 120_000 */
  readonly attemptTimeoutMs?: number | undefined
  /** Wait before the second attempt; doubles with each further one. @default 1_000 */
  readonly initialDelayMs?: number | undefined
  /** Longest wait of our own choosing. @default 30_000 */
  readonly maxDelayMs?: number | undefined
  /** Longest wait that a provider may ask for after a failure that is no quota; a longer one fails the call at once. @default 60_000 */
  readonly maxRetryAfterMs?: number | undefined
  /**
   * How long a model's calls wait for its quota without a single success; a longer wait that the provider asks for, as for a
   * quota of the day, fails at once. Such waits use up no attempt. @default 900_000
   */
  readonly maxWaitMs?: number | undefined
}

export type ResolvedRetryOptions = Filled<RetryOptions>

export const retryChecks: Checks<ResolvedRetryOptions> = {
  maxAttempts: optional(integerFrom(1), 4),
  attemptTimeoutMs: optional(finiteFrom(1), 120_000),
  initialDelayMs: optional(finiteFrom(0), 1_000),
  maxDelayMs: optional(finiteFrom(0), 30_000),
  maxRetryAfterMs: optional(finiteFrom(0), 60_000),
  maxWaitMs: optional(finiteFrom(0), 900_000),
}
