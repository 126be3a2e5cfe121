/** A source of events that a test hands out one by one, and that knows when it was left. */
export function heldEvents() {
  const queue: ({ readonly type: string } | Error | undefined)[] = []
  let wake = () => {}
  let left = false
  let taken = 0
  return {
    get left() {
      return left
    },
    get taken() {
      return taken
    },
    /** Undefined ends it; an error fails it. */
    push(...events: ({ readonly type: string } | Error | undefined)[]) {
      queue.push(...events)
      wake()
    },
    [Symbol.asyncIterator]: () => ({
      async next(): Promise<IteratorResult<{ readonly type: string }>> {
        while (queue.length === 0 && !left) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
        const event = left ? undefined : queue.shift()
        taken += 1
        if (event instanceof Error) throw event
        return event === undefined ? { done: true, value: undefined } : { done: false, value: event }
      },
      async return() {
        left = true
        wake()
        return { done: true as const, value: undefined }
      },
    }),
  }
}

export interface Received {
  readonly id: number
  readonly name: string
  // biome-ignore lint/suspicious/noExplicitAny: events as they came
  readonly data: any
}

/** The events of a stream, comments left out. */
export function eventsIn(text: string): Received[] {
  const blocks = text.matchAll(/^id: (\d+)\nevent: (.+)\ndata: (.+)\n\n/gm)
  return [...blocks].map(([, id, name = "", data = ""]) => ({ id: Number(id), name, data: JSON.parse(data) }))
}

/** Reads a body piece by piece. */
export function readerOf(response: Response) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  return {
    /** Everything until the text holds it. */
    async until(part: string): Promise<string> {
      let text = ""
      while (!text.includes(part)) {
        const { done, value } = await reader.read()
        if (done) throw new Error(`The stream ended before ${part}: ${text}`)
        text += value
      }
      return text
    },
    leave: () => reader.cancel(),
  }
}
