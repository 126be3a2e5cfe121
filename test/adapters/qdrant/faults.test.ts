import { inspect } from "node:util"
import { afterEach, describe, expect, it } from "vitest"
import { qdrantVectorStore } from "../../../src/adapters/qdrant"
import type { VectorStore } from "../../../src/contracts"
import { ProviderError, StaleRevisionError } from "../../../src/errors"
import { countListeners } from "../../../src/testing/suites/vector-store/count-listeners"
import { listed, putOf } from "../../../src/testing/suites/vector-store/fixtures"
import { assertWhole } from "../../../src/testing/suites/vector-store/writing"
import { stopCalendar } from "../../support/calendar"
import { abortAfterTurns } from "../../support/turns"
import { type QdrantFault, type QdrantServer, startQdrantServer } from "./server"

const old = putOf(
  "a",
  "r1",
  [
    [1, 0],
    [0, 1],
    [1, 1],
  ],
  (i) => `born 987, part ${i}`,
)
const next = putOf(
  "a",
  "r2",
  [
    [1, 0],
    [0, 1],
  ],
  (i) => `born 986, part ${i}`,
)
const other = putOf("b", "r1", [[1, 0]])

const refused = (status: number, headers = {}): QdrantFault => {
  const body = JSON.stringify({ status: { error: "Service error: no" }, time: 0 })
  return { kind: "answer", status, body, headers }
}
const faults: { readonly [name: string]: QdrantFault } = {
  "429 with Retry-After": refused(429, { "retry-after": "3" }),
  "500": refused(500),
  "a reset": { kind: "reset" },
  "a reset after the change": { kind: "reset", after: true },
  "half a body": { kind: "half-body" },
  "half a body after the change": { kind: "half-body", after: true },
  "invalid JSON": { kind: "answer", status: 200, body: "{no" },
  "an empty 200": { kind: "answer", status: 200, body: "" },
  "a change only acknowledged": { kind: "not-completed", status: "acknowledged" },
  "a wait that timed out": { kind: "not-completed", status: "wait_timeout" },
  "a hang, then an abort": { kind: "hang" },
  "a hang after the change, then an abort": { kind: "hang", after: true },
}

let server: QdrantServer
afterEach(() => server.close())

const open = () => qdrantVectorStore({ url: server.url, collection: "spd", maxBatchSize: 1 })

/** Runs one call with a fault at its request number `at`; gives the error, and whether the fault was reached. */
async function withFault(fault: QdrantFault, at: number, call: (signal: AbortSignal) => Promise<unknown>) {
  const first = server.log.length
  const controller = new AbortController()
  const listeners = countListeners(controller.signal)
  let reached = false
  server.fault = ({ path, query }, index) => {
    if (index - first !== at) return undefined
    reached = fault.kind !== "not-completed" || (query.has("wait") && !path.endsWith("/index"))
    if (fault.kind === "hang") void abortAfterTurns(controller, reason, 5)
    return fault.kind === "not-completed" && !reached ? undefined : fault
  }
  const error = await call(controller.signal).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  server.fault = undefined
  expect(listeners()).toBe(0)
  return { error, reached }
}

const reason = { why: "the caller's own" }

function expectTyped(error: unknown, fault: QdrantFault) {
  if (fault.kind === "hang") return expect(error).toBe(reason)
  expect(error).toBeInstanceOf(ProviderError)
  expect(error).toMatchObject({ provider: "qdrant", retryable: true })
  if (fault.kind === "answer" && fault.status === 429) expect(error).toMatchObject({ retryAfterMs: 3000 })
}

/** The document is whole at one of its revisions, and nothing of the other is found. */
async function expectOneRevision(store: VectorStore) {
  const revision = (await store.get({ documentId: "a" }))?.revision
  const current = revision === "r2" ? next : old
  await assertWhole(store, current)
  const search = (revision: string) =>
    store.search({ documents: [{ id: "a", revision }], vector: [1, 1], topK: 10 })
  const texts = (await search(current.document.revision)).map(({ text }) => text)
  expect(texts.toSorted()).toEqual(current.chunks.map(({ text }) => text))
  await expect(search(revision === "r2" ? "r1" : "r2")).rejects.toBeInstanceOf(StaleRevisionError)
  return revision
}

describe("a put that a fault interrupts", () => {
  for (const [name, fault] of Object.entries(faults)) {
    it(`leaves the old or the new revision whole, and a second put cleans up: ${name}`, async () => {
      server = await startQdrantServer()
      await open().put(old)
      await open().put(other)
      const restore = server.snapshot()
      const revisions = new Set<string | undefined>()
      let at = 0
      for (let reachable = true; reachable; at++) {
        restore()
        const before = server.log.length
        const { error, reached } = await withFault(fault, at, (signal) => open().put({ ...next, signal }))
        reachable = server.log.length - before > at
        if (reached) expectTyped(error, fault)
        else expect(error).toBeUndefined()
        revisions.add(await expectOneRevision(open()))
        if (fault.kind === "not-completed") {
          server.flush()
          await expectOneRevision(open())
        }
        await open().put(next)
        await assertWhole(open(), next)
        // Two records and 2 + 1 chunks: no orphan is left.
        expect(server.collections.get("spd")!.points.size).toBe(5)
      }
      await assertWhole(open(), other)
      expect(at).toBeGreaterThan(6)
      expect(revisions).toEqual(new Set(["r1", "r2"]))
    })
  }
})

describe("the first put of a collection that a fault interrupts", () => {
  for (const [name, fault] of Object.entries(faults)) {
    it(`stores nothing half: ${name}`, async () => {
      server = await startQdrantServer()
      for (let at = 0, reachable = true; reachable; at++) {
        server.collections.clear()
        const before = server.log.length
        const { error } = await withFault(fault, at, (signal) => open().put({ ...next, signal }))
        reachable = server.log.length - before > at
        if (error !== undefined) expectTyped(error, fault)
        if (await open().get({ documentId: "a" })) await assertWhole(open(), next)
        else expect(await listed(open())).toEqual([])
        server.flush()
        await open().put(next)
        await assertWhole(open(), next)
        expect(server.collections.get("spd")!.points.size).toBe(3)
      }
    })
  }
})

describe("a read or removal that a fault interrupts", () => {
  const documents = [{ id: "a", revision: "r1" }]
  const calls: { readonly [name: string]: (store: VectorStore, signal: AbortSignal) => Promise<unknown> } = {
    get: (store, signal) => store.get({ documentId: "a", signal }),
    chunks: (store, signal) => store.chunks({ documentId: "a", revision: "r1", signal }),
    search: (store, signal) => store.search({ documents, vector: [1, 0], topK: 2, signal }),
    list: async (store, signal) => {
      for await (const _ of store.list({ signal }));
    },
    delete: (store, signal) => store.delete({ documentId: "a", signal }),
  }
  for (const [method, call] of Object.entries(calls)) {
    it(`${method} rejects with a typed error, and works the next time`, async () => {
      server = await startQdrantServer()
      await open().put(old)
      const restore = server.snapshot()
      for (const fault of Object.values(faults)) {
        for (let at = 0, reachable = true; reachable; at++) {
          if (method === "delete") restore()
          const before = server.log.length
          const { error, reached } = await withFault(fault, at, (signal) => call(open(), signal))
          reachable = server.log.length - before > at
          if (reached) expectTyped(error, fault)
          else expect(error).toBeUndefined()
          if (method !== "delete") continue
          server.flush()
          await open().delete({ documentId: "a" })
          expect(server.collections.get("spd")!.points.size).toBe(0)
        }
        if (method !== "delete") await assertWhole(open(), old)
      }
    })
  }
})

describe("the statuses of refusals", () => {
  const table: readonly (readonly [number, { [name: string]: string }, boolean, number | undefined])[] = [
    [400, {}, false, undefined],
    [401, {}, false, undefined],
    [403, {}, false, undefined],
    [404, {}, false, undefined],
    [408, {}, true, undefined],
    [409, {}, true, undefined],
    [413, {}, false, undefined],
    [422, {}, false, undefined],
    [429, {}, true, undefined],
    [429, { "retry-after": "30" }, true, 30_000],
    [429, { "retry-after": "3600" }, true, 3_600_000],
    [429, { "retry-after": "a date" }, true, 600_000],
    [429, { "retry-after": "soon" }, true, undefined],
    [500, {}, true, undefined],
    [503, {}, true, undefined],
    [507, {}, true, undefined],
  ]
  for (const [status, headers, retryable, retryAfterMs] of table) {
    it(`${status} ${JSON.stringify(headers)}`, async () => {
      server = await startQdrantServer()
      const store = open()
      await store.put(old)
      stopCalendar()
      const date = new Date(Date.now() + 600_000).toUTCString()
      const sent = headers["retry-after"] === "a date" ? { "retry-after": date } : headers
      const { error } = await withFault(refused(status, sent), 0, () => store.put(next))
      expect(error).toMatchObject({ name: "ProviderError", provider: "qdrant", status, retryable })
      expect((error as Error).message).toContain("Service error: no")
      expect((error as ProviderError).retryAfterMs).toBe(retryAfterMs)
      await assertWhole(store, old)
    })
  }

  it("a closed port is retryable and has no status", async () => {
    server = await startQdrantServer()
    const store = open()
    await server.close()
    const error = await store.get({ documentId: "a" }).catch((error: unknown) => error)
    expect(error).toMatchObject({ name: "ProviderError", status: undefined, retryable: true })
    expect((error as Error).message).toContain("ECONNREFUSED")
    server = await startQdrantServer()
  })

  it("a wrong or missing key gives the server's own words, and never the key", async () => {
    server = await startQdrantServer({ apiKey: "right-key", readOnlyKey: "reader-key" })
    const withKey = (apiKey?: string) => qdrantVectorStore({ url: server.url, collection: "spd", apiKey })
    await expect(withKey().put(old)).rejects.toThrow("Must provide an API key")
    await expect(withKey("wrong-key").put(old)).rejects.toThrow("Invalid API key or JWT")
    await withKey("right-key").put(old)
    await assertWhole(withKey("reader-key"), old)
    const error = await withKey("reader-key")
      .put(next)
      .catch((error: unknown) => error)
    expect(error).toMatchObject({ status: 403, retryable: false })
    for (const shown of [error, withKey("reader-key")]) {
      expect(inspect(shown, { depth: 9, showHidden: true }) + JSON.stringify(shown)).not.toContain(
        "reader-key",
      )
    }
  })

  it("a server that quotes document text, headers or the key does not bring them into the error", async () => {
    server = await startQdrantServer()
    const store = qdrantVectorStore({ url: server.url, collection: "spd", apiKey: "my-own-key" })
    const text = "The parties agree that the confidential purchase price amounts to 4,711,000 dollars."
    for (const status of [400, 401, 500, 200]) {
      for (const echoed of [text, `: ${text.slice(7, 60)}`, "my-own-key"]) {
        const body = JSON.stringify({ status: { error: `Format error: ${echoed} at line 1` }, time: 0 })
        for (const answer of [body, echoed]) {
          const request = putOf("a", "r1", [[1, 0]], () => text)
          const fault = { kind: "answer", status, body: answer } as const
          server.fault = ({ path }) => (path.endsWith("/points") ? fault : undefined)
          const error = await store.put(request).catch((error: unknown) => error)
          server.fault = undefined
          expect(error).toBeInstanceOf(ProviderError)
          const shown = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)
          for (const secret of ["confidential", "purchase", "4,711", "dollars", "my-own-key"]) {
            expect(shown).not.toContain(secret)
          }
        }
      }
    }
  })
})
