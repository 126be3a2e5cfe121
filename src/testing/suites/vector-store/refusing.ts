import type { VectorStore } from "../../../contracts/vector-store"
import { assertEqual, assertRejects, assertTrue, settle } from "../kit/assert"
import { countListeners } from "./count-listeners"
import { listed, putOf, type VectorStoreCase, type VectorStoreSubject, vectorOf } from "./fixtures"
import { assertWhole } from "./writing"

const badNumbers = [Number.NaN, Number.POSITIVE_INFINITY, 1e300, null as unknown as number]

export const refusingCases: readonly VectorStoreCase[] = [
  {
    name: "refuses vectors that are no vectors, before anything is written",
    async run(store, subject) {
      const good = putOf("a", "r1", [vectorOf(subject, 1)])
      await store.put(good)
      const vectors = [
        ...badNumbers.map((bad) => vectorOf(subject, 1, bad)),
        [...vectorOf(subject, 1), 1],
        [1],
        [],
      ]
      for (const vector of [...vectors, undefined as unknown as number[]]) {
        const request = putOf("a", "r2", [vectorOf(subject, 1), vector])
        await assertRejects(store.put(request), "InvalidArgumentError", `put of ${String(vector)}`)
      }
      await assertWhole(store, good)
    },
  },
  {
    name: "refuses documents and chunks that contradict each other",
    async run(store, subject) {
      const { document, chunks } = putOf("a", "r1", [vectorOf(subject, 1), vectorOf(subject, 1)])
      const [first, second] = chunks as [(typeof chunks)[0], (typeof chunks)[0]]
      const bad = [
        { document: { ...document, chunkCount: 3 }, chunks },
        { document, chunks: [first, { ...second, index: 2 }] },
        { document, chunks: [first, { ...second, index: 0 }] },
        { document, chunks: [first, { ...second, documentId: "b" }] },
        { document: { ...document, id: "" }, chunks: [] },
        { document: { ...document, id: "\ud800", chunkCount: 0 }, chunks: [] },
      ]
      for (const request of bad) await assertRejects(store.put(request), "InvalidArgumentError", "put")
      assertEqual(await listed(store), [], "list")
    },
  },
  {
    name: "refuses searches that make no sense",
    async run(store, subject) {
      await store.put(putOf("a", "r1", [vectorOf(subject, 1)]))
      const search = (vector: number[], topK: number) =>
        store.search({ documents: [{ id: "a", revision: "r1" }], vector, topK })
      for (const topK of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
        await assertRejects(search(vectorOf(subject, 1), topK), "InvalidArgumentError", `topK ${topK}`)
      }
      const vectors = [
        ...badNumbers.map((bad) => vectorOf(subject, 1, bad)),
        [...vectorOf(subject, 1), 1],
        [],
      ]
      for (const vector of vectors) {
        await assertRejects(search(vector, 1), "InvalidArgumentError", `vector ${String(vector)}`)
      }
    },
  },
  {
    name: "an aborted signal stops every method with its own reason and changes nothing",
    async run(store, subject) {
      const kept = putOf("a", "r1", [vectorOf(subject, 1)])
      await store.put(kept)
      const reason = { why: "the caller's own" }
      for (const [name, call] of calls(store, subject)) {
        const outcome = await settle(call(AbortSignal.abort(reason)))
        assertTrue(outcome.status === "rejected", `${name} resolved though its signal was aborted`)
        assertTrue(outcome.reason === reason, `${name} rejected with something else than the signal's reason`)
      }
      await assertWhole(store, kept)
      assertEqual((await listed(store)).length, 1, "documents")
    },
  },
  {
    name: "an abort in the middle leaves the old or the new revision, and no listener",
    async run(store, subject) {
      const old = putOf("a", "r1", [vectorOf(subject, 1)])
      const next = putOf("a", "r2", [vectorOf(subject, 1), vectorOf(subject, 1)])
      await store.put(old)
      const controller = new AbortController()
      const count = countListeners(controller.signal)
      const put = settle(store.put({ ...next, signal: controller.signal }))
      controller.abort("stop")
      const outcome = await put
      if (outcome.status === "rejected")
        assertTrue(outcome.reason === "stop", "put rejected with another reason")
      assertEqual(count(), 0, "abort listeners left")
      const current = await store.get({ documentId: "a" })
      await assertWhole(store, current?.revision === "r2" ? next : old)
      await store.put(next)
      await assertWhole(store, next)
    },
  },
  {
    name: "leaves no abort listener behind",
    async run(store, subject) {
      await store.put(putOf("a", "r1", [vectorOf(subject, 1)]))
      const { signal } = new AbortController()
      const count = countListeners(signal)
      for (const [, call] of calls(store, subject)) await call(signal)
      assertEqual(count(), 0, "abort listeners left")
    },
  },
]

type Call = (signal: AbortSignal) => Promise<unknown>

/** Every method, on a store that holds document `a` at revision `r1`; the last one takes it away. */
function calls(store: VectorStore, subject: VectorStoreSubject): readonly (readonly [string, Call])[] {
  const documents = [{ id: "a", revision: "r1" }]
  return [
    ["get", (signal) => store.get({ documentId: "a", signal })],
    ["chunks", (signal) => store.chunks({ documentId: "a", revision: "r1", signal })],
    ["search", (signal) => store.search({ documents, vector: vectorOf(subject, 1), topK: 1, signal })],
    [
      "list",
      async (signal) => {
        for await (const _ of store.list({ signal })) break
      },
    ],
    ["put", (signal) => store.put({ ...putOf("b", "r1", [vectorOf(subject, 1)]), signal })],
    ["delete", (signal) => store.delete({ documentId: "a", signal })],
  ]
}
