import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface CapturedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was sent
  readonly body: any
}

/** What the server does: a JSON answer, server-sent events, or a fault. */
export type ServerAnswer =
  | { readonly json: unknown; readonly status?: number; readonly headers?: Record<string, string> }
  | { readonly raw: string; readonly status?: number; readonly headers?: Record<string, string> }
  | { readonly events: readonly string[]; readonly ending?: "end" | "reset" | "hang" }
  | { readonly fault: "hang" | "reset" | "reset-in-body" | "half-body" | "empty" | "invalid-json" }

export interface FaultServer {
  readonly url: string
  readonly requests: readonly CapturedRequest[]
  /** Requests whose connection the client dropped before the answer was whole. */
  readonly dropped: () => number
  /** The next requests are answered so, in place of the server's own answers; `undefined` entries are not. */
  script(...answers: readonly (ServerAnswer | undefined)[]): void
  /** Every further request is answered so; `undefined` ends it. */
  always(answer: ServerAnswer | undefined): void
  /** Resolves once the next request has arrived. */
  arrival(): Promise<void>
  close(): Promise<void>
}

/** A loopback server that records requests, answers by `answer`, and fails as it is told to. */
export async function startFaultServer(
  answer: (request: CapturedRequest) => ServerAnswer,
): Promise<FaultServer> {
  const requests: CapturedRequest[] = []
  const scripted: (ServerAnswer | undefined)[] = []
  let forced: ServerAnswer | undefined
  let waiting: (() => void)[] = []
  let dropped = 0
  const server = createServer((incoming, response) => {
    const pieces: Buffer[] = []
    incoming.on("data", (piece: Buffer) => pieces.push(piece))
    incoming.on("end", () => {
      const request = {
        method: incoming.method ?? "",
        url: incoming.url ?? "",
        headers: incoming.headers,
        body: JSON.parse(Buffer.concat(pieces).toString() || "null"),
      }
      requests.push(request)
      for (const arrived of waiting.splice(0)) arrived()
      response.on("close", () => {
        if (!response.writableFinished) dropped++
      })
      send(response, scripted.shift() ?? forced ?? answer(request))
    })
  })
  // A connection that waited long on a busy machine must not be closed while the next call is on its way.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    dropped: () => dropped,
    script: (...answers) => void scripted.push(...answers),
    always(answer) {
      forced = answer
    },
    arrival: () => new Promise((resolve) => waiting.push(resolve)),
    close() {
      waiting = []
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function send(response: ServerResponse, answer: ServerAnswer): void {
  if ("fault" in answer) {
    fail(response, answer.fault)
    return
  }
  if ("events" in answer) {
    response.writeHead(200, { "content-type": "text/event-stream" })
    for (const event of answer.events) response.write(event)
    if (answer.ending === "reset") setImmediate(() => response.socket?.destroy())
    else if (answer.ending !== "hang") response.end()
    return
  }
  const body = "raw" in answer ? answer.raw : JSON.stringify(answer.json)
  response.writeHead(answer.status ?? 200, {
    "content-type": "application/json; charset=UTF-8",
    ...answer.headers,
  })
  response.end(body)
}

function fail(response: ServerResponse, fault: Extract<ServerAnswer, { fault: string }>["fault"]): void {
  if (fault === "hang") return
  if (fault === "reset") {
    response.socket?.destroy()
    return
  }
  const half = '{"candidates":[{"content":{"par'
  const json = { "content-type": "application/json" }
  if (fault === "reset-in-body") {
    response.writeHead(200, { ...json, "content-length": "4000" })
    response.write(half, () => response.socket?.destroy())
    return
  }
  response.writeHead(200, json)
  response.end({ empty: "", "half-body": half, "invalid-json": "no json at all" }[fault])
}
