import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type SpdRag, SpdRagError } from "spd-rag"
import { openEventStream } from "./event-stream"
import { Refusal, readQuestion } from "./read-question"

export interface StreamingServerOptions {
  readonly rag: SpdRag
  /** @default 0, a free port */
  readonly port?: number
  /** Questions answered at once; one more is refused with status 503. @default 4 */
  readonly maxRuns?: number
  /** @default 15_000 */
  readonly heartbeatMs?: number
}

export interface StreamingServer {
  readonly url: string
  /** Questions that are being answered. */
  runs(): number
  /** Aborts all runs. */
  close(): Promise<void>
}

const files: { readonly [path: string]: readonly [name: string, contentType: string] } = {
  "/": ["page.html", "text/html; charset=utf-8"],
  "/page.css": ["page.css", "text/css; charset=utf-8"],
  "/page.js": ["page.js", "text/javascript; charset=utf-8"],
}

/**
 * `GET /` the page, `GET /documents` what there is to ask, `POST /ask` with `{ "question": "..." }` the run as
 * server-sent events. It listens on this machine alone and knows no users: put your own sign-in before it.
 */
export async function startStreamingServer(options: StreamingServerOptions): Promise<StreamingServer> {
  const { rag, port = 0, maxRuns = 4, heartbeatMs = 15_000 } = options
  const runs = new Set<AbortController>()

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/"
    const route = `${request.method} ${path}`
    if (route === "POST /ask") return answer(request, response)
    if (route === "GET /documents") return listDocuments(response)
    const file = request.method === "GET" ? files[path] : undefined
    if (file === undefined) throw new Refusal(404, "There is nothing here.")
    const [name, contentType] = file
    response.writeHead(200, {
      "content-type": contentType,
      // Text that would pass for a script could not run even if the page let it in.
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'",
      "x-content-type-options": "nosniff",
    })
    response.end(readFileSync(new URL(name, import.meta.url)))
  }

  async function listDocuments(response: ServerResponse): Promise<void> {
    const documents: { id: string; title: string }[] = []
    for await (const { id, title } of rag.documents()) documents.push({ id, title })
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(documents))
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const question = await readQuestion(request)
    if (runs.size >= maxRuns) throw new Refusal(503, "Too many questions at once. Try again in a moment.")
    const run = new AbortController()
    runs.add(run)
    // Comes after the last byte too, when there is nothing left to abort.
    response.once("close", () => run.abort(new Error("The client has left.")))
    const events = openEventStream(response, heartbeatMs, run.signal)
    let last = ""
    try {
      for await (const event of rag.stream(question, { signal: run.signal })) {
        last = event.type
        await events.send(event)
      }
    } catch (error) {
      // The events that came have told already, unless it failed before the first one.
      if (!run.signal.aborted && last !== "run-error") await events.send(failureOf(error))
    } finally {
      runs.delete(run)
      events.end()
    }
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      if (response.headersSent) return void response.destroy()
      const status = error instanceof Refusal ? error.status : 500
      const message = error instanceof Refusal ? error.message : "The server failed."
      response.writeHead(status, { "content-type": "application/json" })
      response.end(JSON.stringify({ error: { message } }))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    runs: () => runs.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const run of runs) run.abort(new Error("The server is closing."))
        server.closeAllConnections()
      }),
  }
}

/** A failure as an event; only errors of the library are meant to be read by anyone. */
function failureOf(error: unknown): { type: "run-error"; error: object } {
  const known = SpdRagError.isInstance(error) ? error.toJSON() : { name: "Error", message: "The run failed." }
  return { type: "run-error", error: known }
}
