import type { ResolvedAsk } from "../config/resolve-ask"
import type { SpdRagEvent } from "../contracts/run-end"
import { InvalidArgumentError } from "../errors"
import { linkAbort } from "../runtime/abort"
import { createChannel } from "../runtime/channel"

/**
 * A run as its events. It starts when the first event is asked for; leaving the loop aborts it, at once also while an
 * event is waited for, and waits until it has stopped. A failure is thrown after the events before it.
 *
 * A second loop over it is refused: it would be a second run, paid for like the first.
 */
export function streamQuestion(
  resolve: () => ResolvedAsk,
  run: (ask: ResolvedAsk) => Promise<unknown>,
): AsyncIterable<SpdRagEvent> {
  let started = false
  async function* loop(left: AbortSignal): AsyncGenerator<SpdRagEvent, void, void> {
    if (started) {
      throw new InvalidArgumentError("stream", undefined, "read once: call `stream` again for another run")
    }
    started = true
    const ask = resolve()
    const { controller, unlink } = linkAbort(ask.signal, left)
    const channel = createChannel<SpdRagEvent>(async () => {
      await running
    })
    const onEvent = (event: SpdRagEvent) => {
      channel.push(event)
      ask.onEvent?.(event)
    }
    const running = run({ ...ask, signal: controller.signal, onEvent })
      .then(
        () => channel.close(),
        (error: unknown) => channel.close({ error }),
      )
      .finally(unlink)
    yield* channel
  }
  return {
    [Symbol.asyncIterator]() {
      const left = new AbortController()
      const events = loop(left.signal)
      return {
        next: () => events.next(),
        async return() {
          left.abort(new DOMException("The loop over the stream was left.", "AbortError"))
          return events.return()
        },
      }
    },
  }
}
