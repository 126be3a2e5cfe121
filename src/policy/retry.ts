import { isRetryableStatus, messageOf, ProviderError, RetriesExhaustedError, TimeoutError } from "../errors"
import { linkAbort, raceAbort } from "../runtime/abort"
import { group } from "../runtime/check/options"
import type { Clock } from "../runtime/clock"
import type { GatePass } from "./quota/gate"
import { type ResolvedRetryOptions, type RetryOptions, retryChecks } from "./retry-options"

/** What every attempt of a run goes by. */
export type RetryPolicy = ResolvedRetryOptions & {
  readonly clock: Clock
  /** Uniform in [0, 1): the jitter. */
  readonly random: () => number
}

export interface RetryNotice {
  /** The attempt that failed, from 1. */
  readonly attempt: number
  readonly delayMs: number
  readonly error: unknown
}

export function retryPolicy(
  options: RetryOptions | undefined,
  clock: Clock,
  random: () => number,
): RetryPolicy {
  return { ...group(retryChecks)(options, "retry"), clock, random }
}

/** Where an attempt waits for a model's quota before it starts. */
export type EnterGate = (signal: AbortSignal | undefined) => Promise<GatePass>

/**
 * Runs `attempt` until it succeeds, fails for good, or the attempts are used up. Each attempt has a fresh signal
 * that aborts on its time-out and with the caller's signal; an attempt that ignores it is left behind. One that is refused for
 * a quota waits at the gate, where there is one, and does not count.
 *
 * @throws the failure itself when it is not retryable or there was one attempt only; RetriesExhaustedError;
 * the signal's reason when it aborts, also during a wait.
 */
export async function withRetries<T>(
  what: string,
  attempt: (signal: AbortSignal, number: number) => Promise<T>,
  policy: RetryPolicy,
  signal?: AbortSignal,
  onRetry?: (notice: RetryNotice) => void,
  enter?: EnterGate,
): Promise<T> {
  let refusals = 0
  let firstRefusedAt: number | undefined
  for (let number = 1; ; number++) {
    signal?.throwIfAborted()
    const pass = await enter?.(signal)
    try {
      const result = await withTimeout(what, (child) => attempt(child, number), policy, signal)
      pass?.succeeded()
      return result
    } catch (error) {
      const refused = pass !== undefined && isQuotaRefusal(error) && policy.maxAttempts > 1
      if (!refused || signal?.aborted) pass?.failed()
      signal?.throwIfAborted()
      if (refused) {
        // Others may succeed meanwhile, which is patience for the model, not for a call that is refused each time.
        firstRefusedAt ??= policy.clock.now()
        const waitedMs = policy.clock.now() - firstRefusedAt
        const delayMs = pass.refused(error, error.retryAfterMs)
        if (waitedMs > policy.maxWaitMs) {
          throw new RetriesExhaustedError(
            `${what} was refused for its quota for ${Math.round(waitedMs / 1_000)} s; retry.maxWaitMs allows ${Math.round(policy.maxWaitMs / 1_000)} s.`,
            { attempts: number + refusals, retryAfterMs: error.retryAfterMs, cause: error },
          )
        }
        onRetry?.({ attempt: number + refusals, delayMs, error })
        refusals += 1
        number -= 1
        continue
      }
      if (!isRetryable(error)) throw error
      const asked = error instanceof ProviderError ? error.retryAfterMs : undefined
      if (number >= policy.maxAttempts || (asked !== undefined && asked > policy.maxRetryAfterMs)) {
        if (policy.maxAttempts === 1) throw error
        const why =
          asked !== undefined && asked > policy.maxRetryAfterMs ? ` (asked to wait ${asked} ms)` : ""
        throw new RetriesExhaustedError(
          `${what} failed after ${number} attempt${number === 1 ? "" : "s"}${why}: ${messageOf(error)}`,
          { attempts: number, retryAfterMs: asked, cause: error },
        )
      }
      const delayMs = asked ?? backoff(number, policy)
      onRetry?.({ attempt: number + refusals, delayMs, error })
      await policy.clock.sleep(delayMs, signal)
    }
  }
}

/** Full half, jittered half: never under half of the doubled delay, never over it. */
function backoff(attempt: number, policy: RetryPolicy): number {
  const ceiling = Math.min(policy.maxDelayMs, policy.initialDelayMs * 2 ** (attempt - 1))
  return Math.round(ceiling / 2 + (policy.random() * ceiling) / 2)
}

/** Of what does not think: embedders, rerankers, stores. */
const defaultAttemptTimeoutMs = 120_000

async function withTimeout<T>(
  what: string,
  run: (signal: AbortSignal) => Promise<T>,
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
): Promise<T> {
  const { attemptTimeoutMs = defaultAttemptTimeoutMs } = policy
  const { controller, unlink } = linkAbort(signal)
  try {
    const answer = run(controller.signal)
    // What is there at once, as of a store in memory, needs no timer: it would cost several times the call.
    if (await settlesAtOnce(answer)) return await answer
    const timer = linkAbort(signal)
    const timeout = policy.clock.sleep(attemptTimeoutMs, timer.controller.signal).then(
      () => controller.abort(new TimeoutError(what, attemptTimeoutMs)),
      () => {},
    )
    try {
      return await raceAbort(answer, controller.signal)
    } finally {
      timer.controller.abort()
      timer.unlink()
      await timeout
    }
  } finally {
    unlink()
  }
}

/** Within as many turns of the queue of promises as a few plain functions around a value take. */
async function settlesAtOnce(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  const settle = () => {
    settled = true
  }
  promise.then(settle, settle)
  for (let turn = 0; turn < 4 && !settled; turn++) await undefined
  return settled
}

/** The model's quota is used up: a 429, or a 503 that says when to come back. */
function isQuotaRefusal(error: unknown): error is ProviderError {
  if (!ProviderError.isInstance(error) || !isRetryable(error)) return false
  const { status, retryAfterMs } = error as ProviderError
  return status === 429 || (status === 503 && retryAfterMs !== undefined)
}

/**
 * Time-outs, provider errors that say so, errors of SDKs by their HTTP status, and fetch's own network failures; never
 * an abort, never a programming error.
 */
function isRetryable(error: unknown): boolean {
  if (error instanceof TimeoutError) return true
  if (ProviderError.isInstance(error) && "retryable" in error) return error.retryable === true
  const status = statusOf(error)
  if (status !== undefined) return isRetryableStatus(status)
  return error instanceof TypeError && /fetch failed|network|terminated/i.test(messageOf(error))
}

/** The HTTP status that an SDK's own error says, where a plug throws it as it is. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  const { status, statusCode } = error as { status?: unknown; statusCode?: unknown }
  const found = [status, statusCode].find((value) => Number.isInteger(value))
  return typeof found === "number" && found >= 300 && found < 600 ? found : undefined
}
