import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { ProviderError } from "spd-rag"
import { libsqlCache } from "spd-rag/cache"
import { cohereEmbedder, cohereReranker } from "spd-rag/cohere"
import { gemini, geminiEmbedder } from "spd-rag/gemini"
import { libsqlVectorStore } from "spd-rag/libsql"
import { qdrantVectorStore } from "spd-rag/qdrant"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const servers: Server[] = []
const seen: string[] = []
let url = ""
let status = 307

function listen(handler: Parameters<typeof createServer>[1]): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer(handler)
    servers.push(server)
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}

beforeAll(async () => {
  const other = await listen((request, response) => {
    seen.push(request.url ?? "")
    response.writeHead(500).end()
  })
  url = await listen((request, response) => {
    request.resume()
    request.on("end", () => response.writeHead(status, { location: `${other}/stolen` }).end())
  })
})
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

const options = () => ({ apiKey: "key", baseUrl: url })
const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
  [
    "gemini",
    () => gemini({ ...options(), model: "m" }).generate({ messages: [{ role: "user", content: "text" }] }),
  ],
  ["geminiEmbedder", () => geminiEmbedder(options()).embed({ texts: ["text"], purpose: "query" })],
  ["cohereEmbedder", () => cohereEmbedder(options()).embed({ texts: ["text"], purpose: "query" })],
  ["cohereReranker", () => cohereReranker(options()).rerank({ query: "q", texts: ["text"], topN: 1 })],
  ["libsqlVectorStore", () => libsqlVectorStore({ url, authToken: "key" }).get({ documentId: "d" })],
  ["libsqlCache", async () => libsqlCache({ url, authToken: "key" }).set("key", "text")],
  ["qdrant", () => qdrantVectorStore({ url, apiKey: "key", collection: "c" }).get({ documentId: "d" })],
]

describe.each([301, 302, 307, 308])("a redirect (%i)", (code) => {
  it.each(calls)("of %s is refused: neither key nor text goes to another address", async (_, call) => {
    status = code
    const error: unknown = await call().catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ProviderError)
    expect(seen).toEqual([])
    expect(`${(error as Error).message}${JSON.stringify(error)}`).not.toContain("stolen")
  })
})

it("what a database's address says of user and password is in no error", async () => {
  const store = libsqlVectorStore({ url: "libsql://user:secret-word@127.0.0.1:1" })
  const error = await store.get({ documentId: "d" }).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(Error)
  expect(`${(error as Error).message}${JSON.stringify(error)}`).not.toContain("secret-word")
  const place = () => qdrantVectorStore({ url: "user:secret-word@db.example:6333", collection: "c" })
  expect(place).toThrow(expect.objectContaining({ argument: "url" }))
  expect(place).not.toThrow("secret-word")
})
