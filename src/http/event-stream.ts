import { InvalidArgumentError } from "../errors"
import { type Checks, checkOptions, type Filled, isRecord, optional } from "../runtime/check/options"
import { clockPlug } from "../runtime/check/plugs"
import { finiteFrom, valueThat } from "../runtime/check/values"
import { type Clock, systemClock } from "../runtime/clock"
import type { LoggedEvent } from "./event-log"
import { type KeptEvents, keepEvents } from "./kept-events"

/** How a stream is resumed, and kept open. */
export interface EventStreamOptions {
  /** A comment is sent so often while nothing happens, so that proxies keep the connection. @default 15_000 */
  readonly heartbeatMs?: number | undefined
  /** Of `KeptEvents`: the header `Last-Event-ID` of a client that comes back; null or left out: from the first event. */
  readonly lastEventId?: string | null | undefined
  /** @default the machine's clock */
  readonly clock?: Clock | undefined
}

const checks: Checks<EventStreamOptions> = {
  heartbeatMs: optional(finiteFrom(1), 15_000),
  lastEventId: optional(
    valueThat<string | null>(
      "the number of an event, as the client sends it",
      (value) => value === null || (typeof value === "string" && /^\d{0,15}$/.test(value)),
    ),
  ),
  clock: optional(clockPlug, systemClock),
}

/**
 * A run as a response of server-sent events, each with its number as id. A client that leaves ends the run at once; one of
 * `keepEvents` goes on for a while, and the client comes back with the id of its last event. A client that reads slowly slows
 * nothing down but itself. A failure is the last event, `run-error`. Where nothing is left to send, the status is 204,
 * at which an `EventSource` stops asking.
 *
 * @throws InvalidArgumentError for an id whose following events are not kept
 */
export function eventStream(
  events: AsyncIterable<{ readonly type: string }> | KeptEvents,
  options?: EventStreamOptions,
): Response {
  const given = checkOptions(options, checks, "options")
  const { heartbeatMs, clock } = given as Filled<EventStreamOptions>
  const kept = keptOf(events, clock)
  const lastId = Number(given.lastEventId ?? 0)
  if (kept.isEnded && lastId === kept.lastId) return new Response(null, { status: 204 })
  const left = new AbortController()
  const reading = kept.after(lastId, left.signal)[Symbol.asyncIterator]()
  const encoder = new TextEncoder()

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode("retry: 1000\n\n"))
      beat(controller)
    },
    async pull(controller) {
      const next = await reading.next().catch((error: unknown) => {
        if (left.signal.aborted) return { done: true as const, value: undefined }
        throw error
      })
      if (!next.done) return controller.enqueue(encoder.encode(blockOf(next.value)))
      left.abort()
      controller.close()
    },
    async cancel() {
      left.abort()
      await reading.return?.()
    },
  })

  async function beat(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    while (!left.signal.aborted) {
      await clock.sleep(heartbeatMs, left.signal).catch(() => {})
      // At most one waits: a client that reads nothing gets no more.
      if (!left.signal.aborted && (controller.desiredSize ?? 0) > 0) {
        controller.enqueue(encoder.encode(": still here\n\n"))
      }
    }
  }

  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      // Some proxies collect a whole response before they pass it on.
      "x-accel-buffering": "no",
    },
  })
}

function keptOf(events: AsyncIterable<{ readonly type: string }> | KeptEvents, clock: Clock): KeptEvents {
  if (isRecord(events) && typeof events.after === "function") return events as unknown as KeptEvents
  if (typeof (events as AsyncIterable<unknown> | undefined)?.[Symbol.asyncIterator] === "function") {
    return keepEvents(events as AsyncIterable<{ readonly type: string }>, { graceMs: 0, clock })
  }
  throw new InvalidArgumentError("events", events, "the events of `rag.stream`, or what `keepEvents` gives")
}

/** JSON has no line breaks, so that one data line is enough. */
function blockOf({ id, type, json }: LoggedEvent): string {
  const name = /^[\w-]+$/.test(type) ? `event: ${type}\n` : ""
  return `id: ${id}\n${name}data: ${json}\n\n`
}
