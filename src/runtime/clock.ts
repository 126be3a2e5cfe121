import { raceAbort } from "./abort"

/** Time as the library sees it, so that tests can hold it. */
export interface Clock {
  /** Milliseconds since any fixed moment; never goes back. */
  now(): number
  /** Resolves after `durationMs`, or rejects with the signal's reason at once when it aborts. Leaves no timer behind. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>
}

/** The longest delay that timers take; a longer one would end at once. */
const maxTimerMs = 2_147_483_647

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  async sleep(durationMs, signal) {
    signal?.throwIfAborted()
    for (let leftMs = durationMs; leftMs >= 0; leftMs -= maxTimerMs) {
      let timer: ReturnType<typeof setTimeout> | undefined
      try {
        await raceAbort(
          new Promise<void>((resolve) => {
            timer = setTimeout(resolve, Math.min(leftMs, maxTimerMs))
          }),
          signal,
        )
      } finally {
        clearTimeout(timer)
      }
    }
  },
}
