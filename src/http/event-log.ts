import { raceAbort } from "../runtime/abort"

/** An event with its number, from 1, as JSON text. */
export interface LoggedEvent {
  readonly id: number
  readonly type: string
  readonly json: string
}

/** Numbered events between one writer and readers that come and go. */
export interface EventLog {
  /** Resolves when more may be added: at once, or when a reader has read on. */
  add(event: { readonly type: string }): Promise<void>
  end(): void
  /** The events after `id`, as they come; what a reader in its loop has not read is not dropped. */
  read(id: number, signal: AbortSignal | undefined): AsyncGenerator<LoggedEvent, void, void>
  readonly isEnded: boolean
  /** The first one that is kept, and the last one by now. */
  readonly firstId: number
  readonly lastId: number
  readonly readers: number
}

/** Keeps at most `maxCharacters`, the newest; where readers have not read that far, `add` waits for them. */
export function createEventLog(maxCharacters: number): EventLog {
  const kept: LoggedEvent[] = []
  /** How far each reader is: the number of the last event that it has. */
  const places = new Set<{ id: number }>()
  let waiting: (() => void)[] = []
  let characters = 0
  let lastId = 0
  let readId = 0
  let isEnded = false

  const firstId = () => lastId - kept.length + 1
  const wake = () => {
    for (const go of waiting.splice(0)) go()
  }
  const change = () =>
    new Promise<void>((resolve) => {
      waiting = [...waiting, resolve]
    })

  /** Drops the oldest events that every reader has: an eighth of all at once, so that the others are moved rarely. */
  function drop(): void {
    if (characters <= maxCharacters) return
    const floor =
      places.size === 0
        ? readId
        : [...places].reduce((least, { id }) => Math.min(least, id), Number.POSITIVE_INFINITY)
    let dropped = 0
    while (characters > maxCharacters * 0.875 && dropped < kept.length && kept[dropped]!.id <= floor) {
      characters -= kept[dropped]!.json.length
      dropped++
    }
    kept.splice(0, dropped)
  }

  return {
    async add(event) {
      if (isEnded) return
      lastId += 1
      const json = JSON.stringify(event)
      kept.push({ id: lastId, type: event.type, json })
      characters += json.length
      wake()
      drop()
      while (characters > maxCharacters && !isEnded) {
        await change()
        drop()
      }
    },
    end() {
      isEnded = true
      wake()
    },
    async *read(id, signal) {
      const place = { id }
      places.add(place)
      try {
        for (;;) {
          const next = kept[place.id + 1 - firstId()]
          if (next !== undefined) {
            yield next
            place.id = next.id
            readId = Math.max(readId, next.id)
            if (characters > maxCharacters) wake()
          } else if (isEnded) return
          else await raceAbort(change(), signal)
        }
      } finally {
        places.delete(place)
      }
    },
    get isEnded() {
      return isEnded
    },
    get firstId() {
      return firstId()
    },
    get lastId() {
      return lastId
    },
    get readers() {
      return places.size
    },
  }
}
