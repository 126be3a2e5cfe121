import { type Checks, type Filled, optional } from "../runtime/check/options"
import { finiteFrom, integerFrom } from "../runtime/check/values"

/** How often and how patiently a call is tried. */
export interface RetryOptions {
  /** Attempts in all, the first one included. @default 4 */
  readonly maxAttempts?: number | undefined
  /**
   * Time one attempt may take, a stream to its end included. @default 600_000 for models, since one that thinks may take
   * minutes before it writes; 120_000 for embedders, rerankers and stores
   */
  readonly attemptTimeoutMs?: number | undefined
  /** Time until the first text of a streamed reply: models think before it. @default 300_000, or `attemptTimeoutMs` where that is given and longer */
  readonly firstTokenTimeoutMs?: number | undefined
  /** Time between two pieces of a streamed reply: a stream that is silent for longer has stalled. @default 60_000 */
  readonly tokenGapTimeoutMs?: number | undefined
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

export type ResolvedRetryOptions = Filled<RetryOptions, "attemptTimeoutMs" | "firstTokenTimeoutMs">

export const retryChecks: Checks<ResolvedRetryOptions> = {
  maxAttempts: optional(integerFrom(1), 4),
  attemptTimeoutMs: optional(finiteFrom(1)),
  firstTokenTimeoutMs: optional(finiteFrom(1)),
  tokenGapTimeoutMs: optional(finiteFrom(1), 60_000),
  initialDelayMs: optional(finiteFrom(0), 1_000),
  maxDelayMs: optional(finiteFrom(0), 30_000),
  maxRetryAfterMs: optional(finiteFrom(0), 60_000),
  maxWaitMs: optional(finiteFrom(0), 900_000),
}
