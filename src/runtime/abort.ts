/**
 * Abort signals without leaks: every listener that is added is removed. `AbortSignal.any` keeps its sources
 * alive on Node 20, so signals are linked by hand.
 */

/**
 * What waits for each signal. A signal gets one listener however many wait, since runtimes warn of a leak from the
 * eleventh listener on, and a hundred calls may share one signal.
 */
const waiting = new WeakMap<AbortSignal, { readonly callbacks: Set<() => void>; readonly stop: () => void }>()

/** Calls `callback` once the signal aborts; the function returned takes it back. The signal is not aborted yet. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const entry = waiting.get(signal) ?? listen(signal)
  entry.callbacks.add(callback)
  return () => {
    entry.callbacks.delete(callback)
    if (entry.callbacks.size === 0) entry.stop()
  }
}

function listen(signal: AbortSignal) {
  const callbacks = new Set<() => void>()
  const stop = () => {
    if (waiting.get(signal) === entry) waiting.delete(signal)
    signal.removeEventListener("abort", fire)
  }
  const fire = () => {
    stop()
    for (const callback of [...callbacks]) callback()
  }
  const entry = { callbacks, stop }
  waiting.set(signal, entry)
  signal.addEventListener("abort", fire)
  return entry
}

/** A controller that follows whichever of `parents` aborts first, until `unlink` is called. */
export function linkAbort(...parents: readonly (AbortSignal | undefined)[]): {
  controller: AbortController
  unlink: () => void
} {
  const controller = new AbortController()
  const stops: (() => void)[] = []
  for (const parent of parents) {
    if (parent === undefined || controller.signal.aborted) continue
    if (parent.aborted) controller.abort(parent.reason)
    else stops.push(onAbort(parent, () => controller.abort(parent.reason)))
  }
  const unlink = () => {
    for (const stop of stops) stop()
  }
  return { controller, unlink }
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
        stop = onAbort(signal, () => reject(signal.reason))
      }),
    ])
  } finally {
    stop?.()
  }
}
