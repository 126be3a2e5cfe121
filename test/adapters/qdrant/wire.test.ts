import { afterEach, describe, expect, it } from "vitest"
import { qdrantVectorStore } from "../../../src/adapters/qdrant"
import { InvalidArgumentError, ProviderError } from "../../../src/errors"
import { putOf } from "../../../src/testing/suites/vector-store/fixtures"
import { assertWhole } from "../../../src/testing/suites/vector-store/writing"
import { turnsUntilSettled } from "../../support/turns"
import { type QdrantServer, type QdrantServerOptions, startQdrantServer } from "./server"

let server: QdrantServer
afterEach(() => server.close())

const one = putOf("a", "r1", [[1, 0]])

async function start(options?: QdrantServerOptions) {
  server = await startQdrantServer(options)
  return qdrantVectorStore({ url: server.url, collection: "spd" })
}

describe("what qdrantVectorStore sends", () => {
  it("makes the collection and its indexes before the first filtered call", async () => {
    const store = await start()
    await store.put(one)
    const calls = server.log.map(({ method, path, query }) => `${method} ${path}?${query}`)
    expect(calls).toEqual([
      "GET /collections/spd?",
      "PUT /collections/spd?",
      "GET /collections/spd?",
      "PUT /collections/spd/index?wait=true",
      "PUT /collections/spd/index?wait=true",
      "PUT /collections/spd/index?wait=true",
      "PUT /collections/spd/index?wait=true",
      "POST /collections/spd/points/scroll?",
      "PUT /collections/spd/points?wait=true",
      "POST /collections/spd/points/payload?wait=true",
      "POST /collections/spd/points/scroll?",
    ])
    expect(JSON.parse(server.log[1]!.body)).toEqual({ vectors: { size: 2, distance: "Cosine" } })
    expect(server.log.slice(3, 7).map(({ body }) => JSON.parse(body))).toEqual([
      { field_name: "document_id", field_schema: { type: "keyword", is_tenant: true } },
      { field_name: "revision", field_schema: "keyword" },
      { field_name: "kind", field_schema: "keyword" },
      { field_name: "write", field_schema: "keyword" },
    ])
  })

  it("falls back to a plain index where the server knows no tenants", async () => {
    const store = await start({ minorVersion: 10 })
    await store.put(one)
    expect(server.collections.get("spd")!.indexes.get("document_id")).toEqual({ data_type: "keyword" })
  })

  it("passes further settings on to the collection it makes", async () => {
    await start()
    const collectionConfig = { hnsw_config: { m: 0, payload_m: 16 } }
    await qdrantVectorStore({ url: server.url, collection: "x y ü", collectionConfig }).put(one)
    const created = server.log.find(({ method }) => method === "PUT")!
    expect(created.path).toBe("/collections/x%20y%20%C3%BC")
    expect(JSON.parse(created.body)).toEqual({
      ...collectionConfig,
      vectors: { size: 2, distance: "Cosine" },
    })
  })

  it("sends batches within bytes and count, and gives the same ids to the same chunks", async () => {
    await start()
    const maxBatchBytes = 20_000
    const store = qdrantVectorStore({ url: server.url, collection: "spd", maxBatchBytes, maxBatchSize: 30 })
    const request = putOf(
      "a",
      "r1",
      Array.from({ length: 200 }, (_, i) => [1, i]),
      (i) => "é".repeat(i * 10),
    )
    await store.put(request)
    await store.put(request)
    const upserts = server.log.filter(
      ({ path, body }) => path.endsWith("/points") && body.includes('"chunk"'),
    )
    for (const { body } of upserts) {
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxBatchBytes + 13)
      expect(JSON.parse(body).points.length).toBeLessThanOrEqual(30)
    }
    expect(upserts.length).toBeGreaterThan(20)
    expect(server.collections.get("spd")!.points.size).toBe(201)
    await assertWhole(store, request)
  })

  it("refuses a chunk that no request can hold before anything is sent, and leaves the old revision", async () => {
    const store = await start()
    await store.put(one)
    const sent = server.log.length
    const huge = putOf(
      "a",
      "r2",
      [
        [1, 0],
        [1, 0],
      ],
      (i) => "x".repeat(i * 17 * 1024 * 1024),
    )
    await expect(store.put(huge)).rejects.toThrow("Expected `chunks[1]` to be at most 16777216 bytes")
    expect(server.log.length).toBe(sent)
    await assertWhole(store, one)
  })

  for (const oversize of ["answer", "reset"] as const) {
    it(`a body over the server's own limit is a typed error: ${oversize}`, async () => {
      const store = await start({ maxRequestBytes: 5_000, oversize })
      await store.put(one)
      const large = putOf("a", "r2", [[1, 0]], () => "x".repeat(10_000))
      const error = await store.put(large).catch((error: unknown) => error)
      expect(error).toBeInstanceOf(ProviderError)
      if (oversize === "answer") {
        expect(error).toMatchObject({ status: 400, retryable: false })
        expect((error as Error).message).toContain("larger than allowed")
      } else expect(error).toMatchObject({ retryable: true })
      await assertWhole(store, one)
    })
  }

  it("keeps half surrogate pairs, which the server's JSON parser refuses", async () => {
    const store = await start()
    const request = putOf("a", "r1", [[1, 0]], () => "half \ud83d of a pair, and \\ud83d as plain text")
    const titled = { ...request, document: { ...request.document, title: "\udc00" } }
    await store.put(titled)
    await assertWhole(store, titled)
  })

  it("keeps a path and a port of the URL, and sends the key as api-key", async () => {
    const seen: string[] = []
    const fetch = (async (url: string, init: RequestInit) => {
      seen.push(`${url} ${new Headers(init.headers).get("api-key")} ${init.redirect}`)
      return new Response("", { status: 404 })
    }) as typeof globalThis.fetch
    await start()
    for (const url of ["https://h", "https://h:443/", "http://h:6333", "https://h/prefix/", "http://h"]) {
      const store = qdrantVectorStore({ url, apiKey: "k", collection: "c", fetch })
      expect(await store.get({ documentId: "a" })).toBeUndefined()
    }
    expect(seen).toEqual(
      ["https://h", "https://h", "http://h:6333", "https://h/prefix", "http://h"].map(
        (base) => `${base}/collections/c k manual`,
      ),
    )
  })

  it("makes no request and prints nothing until it is used", async () => {
    await start()
    qdrantVectorStore({ url: "http://127.0.0.1:1", collection: "c", apiKey: "k" })
    expect(server.log).toEqual([])
  })
})

describe("what qdrantVectorStore refuses", () => {
  it("a collection of other dimensions, with both and how to proceed", async () => {
    const store = await start()
    await store.put(one)
    const other = qdrantVectorStore({ url: server.url, collection: "spd" })
    const error = await other.put(putOf("b", "r1", [[1, 0, 0]])).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(InvalidArgumentError)
    expect((error as Error).message).toMatch(
      /2, the dimensions of collection "spd".*another collection.*got 3/,
    )
    const configured = qdrantVectorStore({ url: server.url, collection: "spd", dimensions: 3 })
    await expect(configured.get({ documentId: "a" })).rejects.toThrow('the dimensions of collection "spd"')
    await assertWhole(store, one)
  })

  it("a collection of another distance, or of named vectors", async () => {
    const store = await start()
    const create = (body: object) =>
      fetch(`${server.url}/collections/spd`, { method: "PUT", body: JSON.stringify(body) })
    await create({ vectors: { size: 2, distance: "Dot" } })
    await expect(store.put(one)).rejects.toThrow(
      /distance "Cosine" \(this one has distance "Dot"\); name another/,
    )
    server.collections.clear()
    await create({ vectors: { text: { size: 2, distance: "Cosine" } } })
    await expect(store.get({ documentId: "a" })).rejects.toThrow("no single unnamed vector")
  })

  it("chunks without vectors, and a first document without chunks where dimensions are not given", async () => {
    const store = await start()
    await expect(store.put(putOf("a", "r1", [[]]))).rejects.toThrow("give an embedder")
    await expect(store.put(putOf("a", "r1", []))).rejects.toThrow("Expected `dimensions`")
    await store.put(one)
    await store.put(putOf("b", "r1", []))
  })

  it("options that make no sense", async () => {
    await start()
    const make = (options: object) => () =>
      qdrantVectorStore({ url: "http://h", collection: "c", ...options })
    for (const url of ["", "h:6333", "ftp://h", "//h"]) expect(make({ url })).toThrow(InvalidArgumentError)
    expect(make({ url: "http://user:secret@h" })).toThrow(/without user and password.*got undefined/)
    for (const collection of ["", "a/b", "a\0b", "..", "x".repeat(256)]) {
      expect(make({ collection })).toThrow(InvalidArgumentError)
    }
    for (const name of ["maxBatchSize", "maxBatchBytes", "dimensions"]) {
      for (const value of [0, -1, 1.5, Number.NaN])
        expect(make({ [name]: value })).toThrow(InvalidArgumentError)
    }
  })
})

describe("what qdrantVectorStore makes of answers", () => {
  it("fewer chunks than were stored are an error, not a silent answer", async () => {
    const store = await start()
    const request = putOf(
      "a",
      "r1",
      Array.from({ length: 25 }, (_, i) => [1, i]),
    )
    await store.put(request)
    const { points } = server.collections.get("spd")!
    const lost = [...points].filter(([, { payload }]) => payload.kind === "chunk").slice(2)
    for (const [id] of lost) points.delete(id)
    const documents = [{ id: "a", revision: "r1" }]
    const search = store.search({ documents, vector: [1, 0], topK: 15 })
    await expect(search).rejects.toThrow("incomplete: it gave 2 chunks of 16")
    await expect(store.chunks({ documentId: "a", revision: "r1" })).rejects.toThrow("2 chunks of 25")
    await store.put(request)
    await assertWhole(store, request)
  })

  it("what an interrupted put left under another document's revision is never found", async () => {
    const store = await start()
    await store.put(putOf("a", "same", [[1, 0]], () => "left behind"))
    const left = [...server.collections.get("spd")!.points].find(
      ([, { payload }]) => payload.kind === "chunk",
    )!
    await store.put(putOf("a", "r2", [[0, 1]]))
    await store.put(putOf("b", "same", [[0, 1]]))
    server.collections.get("spd")!.points.set(...left)
    const documents = [
      { id: "b", revision: "same" },
      { id: "a", revision: "r2" },
    ]
    const found = await store.search({ documents, vector: [1, 1], topK: 2 })
    expect(found.map(({ id }) => id)).toEqual(["b#0", "a#0"])
  })

  it("goes on after its collection was removed", async () => {
    const store = await start()
    await store.put(one)
    server.collections.clear()
    expect(await store.get({ documentId: "a" })).toBeUndefined()
    await store.put(one)
    await assertWhole(store, one)
  })

  it("repairs indexes that an interrupted start did not make", async () => {
    const strict = { enabled: true, unindexed_filtering_retrieve: false } as const
    const store = await start({ strict })
    const body = JSON.stringify({ vectors: { size: 2, distance: "Cosine" } })
    await fetch(`${server.url}/collections/spd`, { method: "PUT", body })
    expect(await store.get({ documentId: "a" })).toBeUndefined()
    for await (const _ of store.list());
    expect([...server.collections.get("spd")!.indexes.keys()]).toEqual([
      "document_id",
      "revision",
      "kind",
      "write",
    ])
  })

  it("aborts a request in flight at once, with the caller's reason", async () => {
    const store = await start()
    await store.put(one)
    const controller = new AbortController()
    const arrived = new Promise<void>((resolve) => {
      server.fault = () => {
        resolve()
        return { kind: "hang" }
      }
    })
    const get = store.get({ documentId: "a", signal: controller.signal })
    await arrived
    controller.abort("mine")
    expect(await turnsUntilSettled(get, 100)).toBeLessThan(10)
    await expect(get).rejects.toBe("mine")
  })
})
