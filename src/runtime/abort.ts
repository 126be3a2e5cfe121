/**
 * Abort signals without leaks: every listener that is added is removed. `AbortSignal.any` keeps its sources
 * alive on Node 20, so signals are linked by hand.
 */

/** A controller that follows `parent` until `unlink` is called. */
export function linkAbort(parent: AbortSignal | undefined): {
  controller: AbortController
  unlink: () => void
} {
  const controller = new AbortController()
  if (parent === undefined) return { controller, unlink: () => {} }
  if (parent.aborted) {
    controller.abort(parent.reason)
    return { controller, unlink: () => {} }
  }
  const follow = () => controller.abort(parent.reason)
  parent.addEventListener("abort", follow, { once: true })
  return { controller, unlink: () => parent.removeEventListener("abort", follow) }
}

/** Settles as `promise` does, or rejects with `signal.reason` as soon as the signal aborts. */
export async function raceAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise
  // A loser of the race must not become an unhandled rejection.
  promise.catch(() => {})
  signal.throwIfAborted()
  let stop: (() => void) | undefined
  try {
    return await Promise.race([
      promise,
      new Promise<never>((_, reject) => {
        stop = () => reject(signal.reason)
        signal.addEventListener("abort", stop, { once: true })
      }),
    ])
  } finally {
    if (stop !== undefined) signal.removeEventListener("abort", stop)
  }
}
