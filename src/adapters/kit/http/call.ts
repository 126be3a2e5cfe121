import { SpdRagError, TimeoutError } from "../../../errors"
import { linkAbort, raceAbort } from "../../../runtime/abort"
import type { Check } from "../../../runtime/check/options"
import { valueThat } from "../../../runtime/check/values"

/** The longest delay that timers take. */
const maxTimeoutMs = 2_147_483_647

/** One attempt at a provider, with a signal of its own. */
export interface HttpCall {
  /** Aborts with the caller's reason, with a TimeoutError, or when the call is closed. */
  readonly signal: AbortSignal
  /** Starts the work unless the call was aborted, and settles at once when it is, also where the work ignores its signal. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** What to throw for what was caught: the reason of an abort, an error of the library as it is, else what `translate` gives. */
  failure(error: unknown, translate: () => unknown): unknown
  /** Takes the listener off the caller's signal, stops the timer and drops a connection that is still open. */
  close(): void
}

/**
 * Opens one attempt, for example `openCall("Cohere model rerank-v4.0-fast", 300_000, request.signal)`. SDKs leave
 * listeners on the signal they are given, so that each call gets a fresh one.
 *
 * @param what named in the TimeoutError
 */
export function openCall(what: string, timeoutMs: number, parent: AbortSignal | undefined): HttpCall {
  const { controller, unlink } = linkAbort(parent)
  const timer = setTimeout(() => controller.abort(new TimeoutError(what, timeoutMs)), timeoutMs)
  return {
    signal: controller.signal,
    async run(work) {
      controller.signal.throwIfAborted()
      return raceAbort(work(), controller.signal)
    },
    failure(error, translate) {
      if (controller.signal.aborted) return controller.signal.reason
      return SpdRagError.isInstance(error) ? error : translate()
    },
    close() {
      clearTimeout(timer)
      unlink()
      controller.abort()
    },
  }
}

export const timeout: Check<number> = valueThat(
  `a number from 1 to ${maxTimeoutMs}`,
  (value) => typeof value === "number" && value >= 1 && value <= maxTimeoutMs,
)

/** @throws InvalidArgumentError for a time that no timer takes. */
export function checkTimeout(timeoutMs: number): number {
  return timeout(timeoutMs, "timeoutMs")
}
