import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { FakeCollection, type StrictMode } from "./collection"
import { Refusal } from "./refusal"

/** What goes wrong with a request; `after: true` breaks the answer after the change was made. */
export type QdrantFault =
  | {
      readonly kind: "answer"
      readonly status: number
      readonly body: string
      readonly headers?: { [name: string]: string }
    }
  | { readonly kind: "reset" | "hang" | "half-body"; readonly after?: boolean }
  | { readonly kind: "not-completed"; readonly status: "acknowledged" | "wait_timeout" }

export interface QdrantServerOptions {
  /** Minor version of the 1.x server that it plays. Default: 19. */
  readonly minorVersion?: number
  readonly apiKey?: string
  readonly readOnlyKey?: string
  readonly strict?: StrictMode
  readonly maxRequestBytes?: number
  /** How a body over the limit ends: with an answer, or with a reset while the client still writes. */
  readonly oversize?: "answer" | "reset"
  /** Below this path; all else is not found. */
  readonly prefix?: string
}

export interface QdrantRequestLog {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

export interface QdrantServer {
  readonly url: string
  readonly collections: Map<string, FakeCollection>
  readonly log: QdrantRequestLog[]
  /** Asked for each request, with its number from 0. */
  fault: ((request: QdrantRequestLog, index: number) => QdrantFault | undefined) | undefined
  /** Makes changes visible that were acknowledged without waiting. */
  flush(): void
  /** Keeps what is stored now; the function it gives puts it back. */
  snapshot(): () => void
  close(): Promise<void>
}

/** A loopback server that speaks Qdrant's REST interface, as far as a store needs it. */
export async function startQdrantServer(options: QdrantServerOptions = {}): Promise<QdrantServer> {
  const collections = new Map<string, FakeCollection>()
  const log: QdrantRequestLog[] = []
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  // A process that stood still would close connections in the moment in which it uses them again.
  server.keepAliveTimeout = 0
  const qdrant: QdrantServer = {
    url: "",
    collections,
    log,
    fault: undefined,
    flush() {
      for (const { pending } of collections.values()) for (const change of pending.splice(0)) change()
    },
    snapshot() {
      const kept = [...collections].map(([name, collection]) => [name, collection.copy()] as const)
      return () => {
        collections.clear()
        for (const [name, collection] of kept) collections.set(name, collection.copy())
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? "/", "http://localhost")
    const body = await readBody(request, options)
    const { pathname: path, searchParams: query } = url
    const entry = { method: request.method ?? "", path, query, headers: request.headers, body: body.text }
    log.push(entry)
    const fault = qdrant.fault?.(entry, log.length - 1)
    if (fault?.kind === "answer") {
      return void response.writeHead(fault.status, fault.headers ?? {}).end(fault.body)
    }
    if (fault !== undefined && fault.kind !== "not-completed" && !fault.after)
      return breakOff(response, fault.kind)
    if (body.tooLarge && options.oversize === "reset") return void request.socket.resetAndDestroy()
    const { status, headers, text } = answer(
      entry,
      body.tooLarge,
      fault?.kind === "not-completed" ? fault.status : undefined,
    )
    if (fault !== undefined && fault.kind !== "not-completed") return breakOff(response, fault.kind, text)
    response.writeHead(status, { "content-length": Buffer.byteLength(text), ...headers }).end(text)
  }

  function answer(entry: QdrantRequestLog, tooLarge: number | undefined, forced: string | undefined) {
    try {
      if (tooLarge !== undefined) {
        const limit = options.maxRequestBytes ?? defaultMaxBytes
        throw new Refusal(
          400,
          `JSON payload (${tooLarge} bytes) is larger than allowed (limit: ${limit} bytes).`,
        )
      }
      const result = route(entry, forced)
      const text = JSON.stringify(entry.path === "/" ? result : { result, status: "ok", time: 0.0012 })
      return { status: 200, headers: { "content-type": "application/json" }, text }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { status, headers, message, plainText } = error
      const text = plainText ? message : JSON.stringify({ status: { error: message }, time: 0 })
      return { status, headers, text }
    }
  }

  function route(entry: QdrantRequestLog, forced: string | undefined): unknown {
    const path = entry.path.replace(options.prefix ?? "", "").replace(/\/$/, "")
    if (path === "" && entry.method === "GET") {
      return { title: "qdrant - vector search engine", version: `1.${options.minorVersion ?? 19}.0` }
    }
    if (options.prefix !== undefined && !entry.path.startsWith(options.prefix))
      throw new Refusal(404, "", {}, true)
    checkKey(entry)
    const [, name, rest = ""] = /^\/collections\/([^/]+)(\/.*)?$/.exec(path) ?? []
    if (name === undefined) throw new Refusal(404, "", {}, true)
    return collectionRoute(decodeURIComponent(name), `${entry.method} ${rest}`, entry, forced)
  }

  function checkKey({ method, path, headers }: QdrantRequestLog) {
    if (options.apiKey === undefined) return
    const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1]
    const key = headers["api-key"] ?? bearer
    if (key === undefined)
      throw new Refusal(401, "Must provide an API key or an Authorization bearer token", {}, true)
    const reads = method === "GET" || /\/(query|batch|groups|count|scroll)$/.test(path)
    if (key === options.readOnlyKey && reads) return
    if (key === options.readOnlyKey) throw new Refusal(403, "Forbidden: Global write access is required")
    if (key !== options.apiKey) throw new Refusal(401, "Invalid API key or JWT", {}, true)
  }

  function collectionRoute(
    name: string,
    call: string,
    entry: QdrantRequestLog,
    forced: string | undefined,
  ): unknown {
    if (call === "GET /exists") return { exists: collections.has(name) }
    if (call === "DELETE ") return collections.delete(name)
    const body = parse(entry)
    if (call === "PUT ") {
      const vectors = body.vectors as { size: number; distance: string }
      if (/[<>:"/\\|?*\p{Cc}]/u.test(name) || name.length > 255) {
        throw new Refusal(422, "Validation error: [collection_name: contains invalid characters]")
      }
      if (vectors.size < 1 || vectors.size > 65536) {
        const reason = `[vectors.size: value ${vectors.size} invalid, must be from 1 to 65536]`
        throw new Refusal(422, `Validation error in JSON body: ${reason}`)
      }
      if (collections.has(name)) throw new Refusal(409, `Wrong input: Collection \`${name}\` already exists!`)
      collections.set(name, new FakeCollection(vectors, options.strict, options.minorVersion ?? 19))
      return true
    }
    const collection = collections.get(name)
    if (collection === undefined) throw new Refusal(404, `Not found: Collection \`${name}\` doesn't exist!`)
    if (call === "GET ") return collection.info()
    if (call === "POST /points/query") return collection.query(body)
    if (call === "POST /points/query/batch")
      return (body.searches as { [field: string]: unknown }[]).map((search) => collection.query(search))
    if (call === "POST /points/query/groups") return collection.queryGroups(body)
    if (call === "POST /points/count") return collection.count(body)
    if (call === "POST /points/scroll") return collection.scroll(body)
    const change =
      call === "PUT /index"
        ? collection.createIndex(body)
        : call === "PUT /points"
          ? collection.upsert(body)
          : call === "POST /points/delete"
            ? collection.delete(body)
            : call === "POST /points/payload"
              ? collection.setPayload(body)
              : undefined
    if (change === undefined) throw new Refusal(404, "", {}, true)
    const waited = entry.query.get("wait") === "true" && forced === undefined
    if (waited) change()
    else collection.pending.push(change)
    return {
      operation_id: collection.nextOperation(),
      status: waited ? "completed" : (forced ?? "acknowledged"),
    }
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(qdrant, { url: `http://127.0.0.1:${port}${options.prefix ?? ""}` })
}

const defaultMaxBytes = 32 * 1024 * 1024

function parse({ body }: QdrantRequestLog): { [field: string]: unknown } {
  if (body === "") return {}
  try {
    const value = JSON.parse(body)
    // The server's parser takes no half of a surrogate pair.
    if (hasLoneSurrogate(value)) throw new Error("lone surrogate in hex escape")
    return value
  } catch (error) {
    throw new Refusal(400, `Format error in JSON body: ${(error as Error).message}`)
  }
}

function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === "string") return !value.isWellFormed()
  if (typeof value !== "object" || value === null) return false
  return Object.values(value).some(hasLoneSurrogate)
}

async function readBody(request: IncomingMessage, options: QdrantServerOptions) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const bytes = Buffer.concat(parts)
  const tooLarge = bytes.length > (options.maxRequestBytes ?? defaultMaxBytes) ? bytes.length : undefined
  return { text: bytes.toString("utf8"), tooLarge }
}

function breakOff(
  response: ServerResponse,
  kind: "reset" | "hang" | "half-body",
  text = '{"result":{"operation_id":1}}',
) {
  if (kind === "hang") return
  if (kind === "reset") return void response.socket?.resetAndDestroy()
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
  response.write(text.slice(0, text.length / 2), () => response.destroy())
}
