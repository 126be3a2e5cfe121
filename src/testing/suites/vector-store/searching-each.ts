import type { VectorStore } from "../../../contracts/vector-store"
import { assertClose, assertEqual, assertRejects, assertTrue, settle } from "../kit/assert"
import { countListeners } from "./count-listeners"
import { putOf, type VectorStoreCase, type VectorStoreSubject, vectorOf } from "./fixtures"

type SearchEach = NonNullable<VectorStore["searchByDocument"]>

/** Of stores that have `searchByDocument`; one without it keeps these promises by having made none. */
export const searchingEachCases: readonly VectorStoreCase[] = [
  eachCase("finds in every document what a search of it alone finds", async (each, store, subject) => {
    const counts = Array.from({ length: 9 }, (_, n) => (3 * n) % 8)
    const documents = counts.map((_, n) => ({ id: `doc ${n}`, revision: "r1" }))
    // No two chunks of a document are as near.
    const vectors = (n: number) =>
      Array.from({ length: counts[n]! }, (_, i) => vectorOf(subject, 10, n, ((i * 5) % 8) - 3, i))
    await Promise.all(documents.map(({ id }, n) => store.put(putOf(id, "r1", vectors(n)))))
    const vector = vectorOf(subject, 3, 1, -1)
    for (const topK of [1, 3, 20]) {
      const found = await each({ documents, vector, topK })
      assertTrue(found.length > 0, `topK ${topK}: expected some document to be answered for`)
      for (const { documentId, revision, hits } of found) {
        const alone = await store.search({ documents: [{ id: documentId, revision }], vector, topK })
        const what = `topK ${topK}, ${documentId}`
        assertEqual(
          hits.map(({ index }) => index),
          alone.map(({ index }) => index),
          `${what}: chunks`,
        )
        for (const [place, { score }] of hits.entries()) {
          assertClose(score, alone[place]!.score, 1e-6, `${what}: score at ${place}`)
        }
      }
    }
  }),
  eachCase("breaks ties by index, or leaves the document out", async (each, store, subject) => {
    await store.put(putOf("a", "r1", [vectorOf(subject, 0, 1), ...same(vectorOf(subject, 1), 6)]))
    const documents = [{ id: "a", revision: "r1" }]
    for (const [topK, order] of [
      [3, [1, 2, 3]],
      [9, [1, 2, 3, 4, 5, 6, 0]],
    ] as const) {
      const [found] = await each({ documents, vector: vectorOf(subject, 1), topK })
      if (found === undefined) continue
      assertEqual(
        found.hits.map(({ index }) => index),
        order,
        `topK ${topK}`,
      )
    }
  }),
  eachCase("leaves out what is not current or not there", async (each, store, subject) => {
    await store.put(putOf("a", "r1", [vectorOf(subject, 1)]))
    await store.put(putOf("a", "r2", [vectorOf(subject, 1, 1)]))
    await store.put(putOf("b", "r1", [vectorOf(subject, 1)]))
    const documents = [
      { id: "a", revision: "r1" },
      { id: "none", revision: "r1" },
      { id: "b", revision: "r1" },
      { id: "b", revision: "r1" },
    ]
    const vector = vectorOf(subject, 1)
    const ids = (await each({ documents, vector, topK: 2 })).map(({ documentId }) => documentId)
    assertEqual(ids, ["b"], "one is current")
    assertEqual(await each({ documents: [], vector, topK: 2 }), [], "none named")
    await store.delete({ documentId: "b" })
    assertEqual(await each({ documents, vector, topK: 2 }), [], "after a removal")
  }),
  eachCase("refuses a vector that is none, and no chunks", async (each, store, subject) => {
    await store.put(putOf("a", "r1", [vectorOf(subject, 1)]))
    const documents = [{ id: "a", revision: "r1" }]
    const vector = vectorOf(subject, 1)
    for (const request of [
      { documents, vector: [], topK: 1 },
      { documents, vector: vectorOf(subject, Number.NaN), topK: 1 },
      { documents, vector, topK: 0 },
      { documents, vector, topK: 1.5 },
    ]) {
      await assertRejects(each(request), "InvalidArgumentError", `a request ${JSON.stringify(request)}`)
    }
  }),
  eachCase("stops searching at an abort, and leaves no listener", async (each, store, subject) => {
    await store.put(putOf("a", "r1", [vectorOf(subject, 1)]))
    const request = { documents: [{ id: "a", revision: "r1" }], vector: vectorOf(subject, 1), topK: 1 }
    const reason = { why: "the caller's own" }
    const stopped = await settle(each({ ...request, signal: AbortSignal.abort(reason) }))
    assertTrue(stopped.status === "rejected" && stopped.reason === reason, "expected the signal's own reason")
    const { signal } = new AbortController()
    const count = countListeners(signal)
    await each({ ...request, signal })
    assertEqual(count(), 0, "abort listeners left")
  }),
]

const same = (vector: readonly number[], count: number) => Array.from({ length: count }, () => vector)

function eachCase(
  name: string,
  run: (each: SearchEach, store: VectorStore, subject: VectorStoreSubject) => Promise<void>,
): VectorStoreCase {
  return {
    name: `searchByDocument ${name}`,
    async run(store, subject) {
      if (store.searchByDocument === undefined) return
      await run((request) => store.searchByDocument!(request), store, subject)
    },
  }
}
