/** A queue between a pushing producer and one pulling consumer. */
export interface Channel<T> extends AsyncIterable<T> {
  push(value: T): void
  /** No more values; an error reaches the consumer after what was pushed before it. */
  close(failure?: { readonly error: unknown }): void
}

/** `onLeave` runs once when the consumer leaves its loop early. */
export function createChannel<T>(onLeave: () => void | Promise<void>): Channel<T> {
  const queue: T[] = []
  let closed: { readonly failure: { readonly error: unknown } | undefined } | undefined
  let wake: (() => void) | undefined
  return {
    push(value) {
      if (closed !== undefined) return
      queue.push(value)
      wake?.()
    },
    close(failure) {
      closed ??= { failure }
      wake?.()
    },
    async *[Symbol.asyncIterator]() {
      try {
        for (;;) {
          for (const value of queue.splice(0)) yield value
          if (queue.length > 0) continue
          if (closed !== undefined) break
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
        if (closed.failure !== undefined) throw closed.failure.error
      } finally {
        if (closed === undefined) await onLeave()
      }
    },
  }
}
