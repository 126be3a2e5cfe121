import { LimitExceededError } from "../errors"

/** What ends a synthesis before it is through. */
export interface Ends {
  /** Ends it for good, unless its reason is that the run's time is up: then it is a `stopSignal`. */
  readonly signal?: AbortSignal | undefined
  /** Ends merging: the last merge is made of what there is. */
  readonly finishSignal?: AbortSignal | undefined
  /** Ends every call: the answer is put together by code. */
  readonly stopSignal?: AbortSignal | undefined
}

/** The run's time is up. */
export function isTimeLimit(error: unknown): boolean {
  return error instanceof LimitExceededError && error.limit === "maxDurationMs"
}

/** @throws the signal's reason, unless the run's time is up: what is merged by then is answered from */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (!isTimeLimit(signal?.reason)) signal?.throwIfAborted()
}
