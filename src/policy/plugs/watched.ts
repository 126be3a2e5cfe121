import { TimeoutError } from "../../errors"
import { linkAbort, raceAbort } from "../../runtime/abort"
import type { Clock } from "../../runtime/clock"

export interface Watch {
  readonly what: string
  readonly clock: Clock
  readonly firstTokenTimeoutMs: number
  readonly tokenGapTimeoutMs: number
}

/**
 * Runs `read`, which says of each part that it has come, and ends it with a TimeoutError where the first part or one between two
 * takes too long. One timer a phase, however many parts come.
 */
export async function watched<T>(
  { what, clock, firstTokenTimeoutMs, tokenGapTimeoutMs }: Watch,
  signal: AbortSignal | undefined,
  read: (signal: AbortSignal, onPart: () => void) => Promise<T>,
): Promise<T> {
  const { controller, unlink } = linkAbort(signal)
  let timer = new AbortController()
  let lastAt = clock.now()
  let started = false

  const watch = async (phase: "first-token" | "between-tokens", limitMs: number) => {
    const { signal: stopped } = timer
    try {
      for (;;) {
        const leftMs = lastAt + limitMs - clock.now()
        if (leftMs <= 0) return controller.abort(new TimeoutError(what, limitMs, phase))
        await clock.sleep(leftMs, stopped)
      }
    } catch {
      // It came in time.
    }
  }
  const onPart = () => {
    lastAt = clock.now()
    if (started) return
    started = true
    timer.abort()
    timer = new AbortController()
    void watch("between-tokens", tokenGapTimeoutMs)
  }
  void watch("first-token", firstTokenTimeoutMs)
  try {
    return await raceAbort(read(controller.signal, onPart), controller.signal)
  } finally {
    timer.abort()
    unlink()
  }
}
