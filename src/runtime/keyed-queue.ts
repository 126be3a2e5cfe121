import { raceAbort } from "./abort"

/** Runs the tasks of one key one after another, in the order they came; tasks of other keys beside them. */
export type KeyedQueue = <T>(
  key: string,
  signal: AbortSignal | undefined,
  task: () => Promise<T>,
) => Promise<T>

export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<void>>()
  return async (key, signal, task) => {
    const before = tails.get(key) ?? Promise.resolve()
    let release = () => {}
    const mine = new Promise<void>((resolve) => {
      release = resolve
    })
    // Who gives up while waiting must still hold back those behind until the ones before are done.
    const tail = before.then(() => mine)
    tails.set(key, tail)
    tail.then(() => {
      if (tails.get(key) === tail) tails.delete(key)
    })
    try {
      await raceAbort(before, signal)
      return await task()
    } finally {
      release()
    }
  }
}
