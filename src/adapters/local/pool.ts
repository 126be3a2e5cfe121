import { ProviderError } from "../../errors"
import { raceAbort } from "../../runtime/abort"

/** A fixed number of slots, of which each serves one call at a time; calls wait in order. */
export interface Pool<T> {
  /**
   * Waits for a slot, works on it, and gives it back once the work has settled, however the caller fared.
   *
   * @param choose the best of the slots that are free
   */
  use<R>(choose: (free: readonly T[]) => T, work: (slot: T) => Promise<R>, signal: AbortSignal): Promise<R>
  /** Settles when no work is under way. */
  idle(): Promise<void>
}

export function createPool<T>(slots: readonly T[], maxWaiting: number): Pool<T> {
  const free = [...slots]
  const running = new Set<Promise<unknown>>()
  const waiting: (() => void)[] = []
  /** Free slots that are promised to a call whose turn has come. */
  let promised = 0

  const wakeNext = () => {
    const turn = waiting.shift()
    if (turn === undefined) return
    promised++
    turn()
  }

  const waitForTurn = async (signal: AbortSignal) => {
    if (waiting.length >= maxWaiting) {
      throw new ProviderError(`The local model has ${maxWaiting} calls waiting, and takes no more.`, {
        provider: "local",
        retryable: true,
      })
    }
    let turn = () => {}
    const turned = new Promise<void>((resolve) => {
      turn = resolve
      waiting.push(resolve)
    })
    try {
      await raceAbort(turned, signal)
    } catch (error) {
      const position = waiting.indexOf(turn)
      if (position >= 0) waiting.splice(position, 1)
      else {
        // Its turn had come as it was aborted.
        promised--
        wakeNext()
      }
      throw error
    }
  }

  return {
    async use(choose, work, signal) {
      signal.throwIfAborted()
      if (free.length - promised <= 0) {
        await waitForTurn(signal)
        // In one go with taking the slot, so that no new call comes between.
        promised--
      }
      const slot = choose(free)
      free.splice(free.indexOf(slot), 1)
      const done = (async () => work(slot))().finally(() => {
        running.delete(done)
        free.push(slot)
        wakeNext()
      })
      running.add(done)
      return raceAbort(done, signal)
    },
    async idle() {
      while (running.size > 0) await Promise.allSettled([...running])
    },
  }
}
