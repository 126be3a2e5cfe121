import type { AskOptions } from "../config/options"
import type { SpdRagEvent } from "../contracts/run-end"
import { linkAbort } from "../runtime/abort"
import { createChannel } from "../runtime/channel"

/**
 * A run as its events. It starts when the first event is asked for; leaving the loop aborts it and waits until it
 * has stopped. A failure is thrown after the events before it.
 */
export function streamQuestion(
  ask: (options: AskOptions) => Promise<unknown>,
  options: AskOptions,
): AsyncIterable<SpdRagEvent> {
  return {
    async *[Symbol.asyncIterator]() {
      const { controller, unlink } = linkAbort(options.signal)
      const channel = createChannel<SpdRagEvent>(async () => {
        controller.abort(new DOMException("The loop over the stream was left.", "AbortError"))
        await run
      })
      const onEvent = (event: SpdRagEvent) => {
        channel.push(event)
        options.onEvent?.(event)
      }
      const run = ask({ ...options, signal: controller.signal, onEvent })
        .then(
          () => channel.close(),
          (error: unknown) => channel.close({ error }),
        )
        .finally(unlink)
      yield* channel
    },
  }
}
