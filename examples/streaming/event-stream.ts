import { once } from "node:events"
import type { ServerResponse } from "node:http"

export interface EventStream {
  /** Resolves when the client can take more: a slow reader slows the sender down and fills no memory. */
  send(event: { readonly type: string }): Promise<void>
  end(): void
}

/**
 * Server-sent events on one response, each with an id from 1, and a comment every `heartbeatMs` so that proxies keep
 * the connection. `signal` aborts when the client has left.
 */
export function openEventStream(
  response: ServerResponse,
  heartbeatMs: number,
  signal: AbortSignal,
): EventStream {
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    // Some proxies collect a whole response before they pass it on.
    "x-accel-buffering": "no",
  })
  let id = 0
  const heartbeat = setInterval(() => {
    // At most one waits: a client that reads nothing gets no more.
    if (!response.writableNeedDrain) response.write(": still here\n\n")
  }, heartbeatMs)
  response.once("close", () => clearInterval(heartbeat))
  return {
    async send(event) {
      id += 1
      // JSON has no line breaks, so that one data line is enough.
      const more = response.write(`id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      if (!more) await once(response, "drain", { signal })
    },
    end() {
      clearInterval(heartbeat)
      response.end()
    },
  }
}
