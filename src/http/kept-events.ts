import { InvalidArgumentError } from "../errors"
import { type Checks, checkOptions, type Filled, optional } from "../runtime/check/options"
import { clockPlug } from "../runtime/check/plugs"
import { finiteFrom, integerFrom } from "../runtime/check/values"
import { type Clock, systemClock } from "../runtime/clock"
import { createEventLog, type LoggedEvent } from "./event-log"
import { failureEvent } from "./failure-event"

/** How long events are kept, and how many. */
export interface KeepOptions {
  /**
   * How long a run goes on while nobody reads, in milliseconds: a client whose connection broke comes back within it.
   * @default 30_000
   */
  readonly graceMs?: number | undefined
  /**
   * Characters of events that are kept for a client that comes back. What no client has read yet is never dropped: beyond
   * this the run's events wait. @default 16_777_216
   */
  readonly maxCharacters?: number | undefined
  /** @default the machine's clock */
  readonly clock?: Clock | undefined
}

const checks: Checks<KeepOptions> = {
  graceMs: optional(finiteFrom(0), 30_000),
  maxCharacters: optional(integerFrom(1), 16_777_216),
  clock: optional(clockPlug, systemClock),
}

/** Events of one run, read as they come by one client or several, each from where it was. */
export interface KeptEvents {
  /**
   * The events after the one of a number; after 0, all. A run that no loop reads is left after `graceMs`.
   *
   * @throws InvalidArgumentError where these events are not kept any more, or have not come yet; from the loop, the
   * signal's reason when it aborts
   */
  after(id: number, signal?: AbortSignal): AsyncIterable<LoggedEvent>
  /** True once no event will come any more. */
  readonly isEnded: boolean
  /** The number of the last event by now. */
  readonly lastId: number
  /** Leaves the run, which aborts it, and resolves once it has stopped. */
  close(): Promise<void>
}

/**
 * Reads a run to its end whatever becomes of one connection, and numbers its events, so that a client can go on where it
 * was. A failure is its last event.
 */
export function keepEvents(
  events: AsyncIterable<{ readonly type: string }>,
  options?: KeepOptions,
): KeptEvents {
  const { graceMs, maxCharacters, clock } = checkOptions(options, checks, "options") as Filled<KeepOptions>
  const source = events[Symbol.asyncIterator]()
  const log = createEventLog(maxCharacters)
  let isClosed = false
  let grace: AbortController | undefined

  const pump = async () => {
    let last = ""
    try {
      for (;;) {
        const { done, value } = await source.next()
        if (done || isClosed) break
        last = value.type
        await log.add(value)
      }
    } catch (error) {
      if (!isClosed && last !== "run-error") await log.add(failureEvent(error))
    } finally {
      grace?.abort()
      log.end()
    }
  }

  async function close(): Promise<void> {
    if (isClosed) return running
    isClosed = true
    grace?.abort()
    log.end()
    // Not waited for before `running`: a source that ignores it ends with its next event.
    source.return?.()?.catch(() => {})
    return running
  }

  function startGrace(): void {
    if (log.isEnded || log.readers > 0) return
    grace = new AbortController()
    clock.sleep(graceMs, grace.signal).then(close, () => {})
  }

  const running = pump()
  startGrace()
  return {
    close,
    get isEnded() {
      return log.isEnded
    },
    get lastId() {
      return log.lastId
    },
    after(id, signal) {
      if (id < log.firstId - 1 || id > log.lastId) {
        const kept = `an id from ${log.firstId - 1} to ${log.lastId}, of events that are kept`
        throw new InvalidArgumentError("lastEventId", id, kept)
      }
      return {
        async *[Symbol.asyncIterator]() {
          grace?.abort()
          try {
            yield* log.read(id, signal)
          } finally {
            startGrace()
          }
        },
      }
    },
  }
}
