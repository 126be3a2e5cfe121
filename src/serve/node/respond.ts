/// <reference types="node" />
import { once } from "node:events"
import type { IncomingMessage, ServerResponse } from "node:http"
import { Readable } from "node:stream"

/** Answers a request of `node:http` by a function of web standards; a client that leaves aborts the request. */
export async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: (request: Request) => Promise<Response>,
): Promise<void> {
  const left = new AbortController()
  outgoing.once("close", () => left.abort(new Error("The client has left.")))
  const response = await handle(requestOf(incoming, left.signal))
  // The rest of a body that was refused is not read: the connection ends with the response.
  if (!incoming.complete) outgoing.setHeader("connection", "close")
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  const reader = response.body?.getReader()
  left.signal.addEventListener("abort", () => void reader?.cancel().catch(() => {}))
  for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) {
    if (outgoing.write(read.value)) continue
    await once(outgoing, "drain", { signal: left.signal })
  }
  outgoing.end(() => {
    if (!incoming.complete) incoming.destroy()
  })
}

function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  const method = incoming.method ?? "GET"
  const hasBody = method !== "GET" && method !== "HEAD"
  return new Request(new URL(incoming.url ?? "/", "http://localhost"), {
    method,
    headers,
    signal,
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" as const }),
  })
}
