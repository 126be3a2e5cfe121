import { raceAbort } from "./abort"

/** Time as the library sees it, so that tests can hold it. */
export interface Clock {
  /** Milliseconds since any fixed moment; never goes back. */
  now(): number
  /** Resolves after `durationMs`, or rejects with the signal's reason at once when it aborts. Leaves no timer behind. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  async sleep(durationMs, signal) {
    signal?.throwIfAborted()
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      await raceAbort(
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, durationMs)
        }),
        signal,
      )
    } finally {
      clearTimeout(timer)
    }
  },
}
