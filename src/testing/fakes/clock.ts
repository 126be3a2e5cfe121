import { raceAbort } from "../../runtime/abort"
import type { Clock } from "../../runtime/clock"
import { nextTurn } from "../../runtime/yield"

/** A clock for tests, which says what was waited for. */
export interface FakeClock extends Clock {
  /** Every wait that ran its course, in milliseconds. */
  readonly waits: readonly number[]
}

/** Turns of the event loop without news after which everybody counts as waiting. */
const quietTurns = 20

/**
 * A clock whose waits take no real time: when nothing else goes on, time jumps to the next wait's end. Waits are
 * kept, so that a test can look at them.
 */
export function fakeClock(): FakeClock {
  let time = 0
  let running = false
  let stamp = 0
  const waits: number[] = []
  const sleepers: { readonly until: number; readonly order: number; wake: () => void }[] = []
  const run = async () => {
    running = true
    while (sleepers.length > 0) {
      const before = stamp
      for (let turn = 0; turn < quietTurns && before === stamp; turn++) await nextTurn()
      if (before !== stamp) continue
      sleepers.sort((a, b) => a.until - b.until || a.order - b.order)
      const next = sleepers.shift()
      if (next === undefined) break
      time = Math.max(time, next.until)
      next.wake()
    }
    running = false
  }
  return {
    waits,
    now: () => time,
    async sleep(durationMs, signal) {
      signal?.throwIfAborted()
      const order = stamp++
      const sleeper = { until: time + durationMs, order, wake: () => {} }
      const woken = new Promise<void>((resolve) => {
        sleeper.wake = resolve
      })
      sleepers.push(sleeper)
      if (!running) void run()
      try {
        await raceAbort(woken, signal)
        waits.push(durationMs)
      } finally {
        stamp++
        const at = sleepers.indexOf(sleeper)
        if (at >= 0) sleepers.splice(at, 1)
      }
    },
  }
}
