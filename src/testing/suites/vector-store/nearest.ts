import type { VectorStore } from "../../../contracts/vector-store"
import { assertClose, assertEqual, assertRejects, assertTrue, settle } from "../kit/assert"
import { countListeners } from "./count-listeners"
import { putOf, type VectorStoreCase, type VectorStoreSubject, vectorOf } from "./fixtures"

type Nearest = NonNullable<VectorStore["nearestByDocument"]>

/** Of stores that have `nearestByDocument`; one without it keeps these promises by having made none. */
export const nearestCases: readonly VectorStoreCase[] = [
  nearestCase(
    "scores every document by its best chunk for any of the vectors",
    async (nearest, store, subject) => {
      await store.put(putOf("a", "r1", [vectorOf(subject, 3, 4), vectorOf(subject, -1)]))
      await store.put(putOf("b", "r1", [vectorOf(subject, 0, 0, 2), vectorOf(subject)]))
      await store.put(putOf("c", "r1", [vectorOf(subject, -5, -5)]))
      await store.put(putOf("empty", "r1", []))
      const vectors = [vectorOf(subject, 1), vectorOf(subject, 0, 0.001)]
      const expected = { a: 0.8, b: 0, c: -Math.SQRT1_2 }
      assertScores(await nearest({ vectors }), expected, "all")
      const named = ["c", "b", "empty"].map((id) => ({ id, revision: "r1" }))
      assertScores(await nearest({ vectors, documents: named }), { b: 0, c: -Math.SQRT1_2 }, "those named")
      assertScores(
        await nearest({ vectors: [vectorOf(subject)] }),
        { a: 0, b: 0, c: 0 },
        "a zero vector as the query",
      )
    },
  ),
  nearestCase(
    "leaves out what is not current, not there, or named twice",
    async (nearest, store, subject) => {
      await store.put(putOf("a", "r1", [vectorOf(subject, 1)]))
      await store.put(putOf("a", "r2", [vectorOf(subject, 1, 1)]))
      await store.put(putOf("b", "r1", [vectorOf(subject, 1)]))
      const vectors = [vectorOf(subject, 1)]
      const named = (...pairs: [string, string][]) => pairs.map(([id, revision]) => ({ id, revision }))
      const documents = named(["a", "r1"], ["none", "r1"], ["b", "r1"], ["b", "r1"])
      assertScores(await nearest({ vectors, documents }), { b: 1 }, "one is current")
      assertEqual(await nearest({ vectors, documents: [] }), [], "none named")
      assertScores(
        await nearest({ vectors, documents: named(["a", "r2"]) }),
        { a: Math.SQRT1_2 },
        "the new one",
      )
      await store.delete({ documentId: "b" })
      assertScores(await nearest({ vectors }), { a: Math.SQRT1_2 }, "after a removal")
    },
  ),
  nearestCase("scores many documents of many chunks, each once", async (nearest, store, subject) => {
    const ids = Array.from({ length: 90 }, (_, n) => `doc ${n}`)
    // Chunks of the first documents are nearer than any of the later ones.
    await Promise.all(
      ids.map((id, n) =>
        store.put(
          putOf(
            id,
            "r1",
            Array.from({ length: 12 }, (_, i) => vectorOf(subject, 100, n * 20 + i)),
          ),
        ),
      ),
    )
    const found = await nearest({ vectors: [vectorOf(subject, 1)] })
    const expected = ids.map((id, n) => [id, 100 / Math.hypot(100, n * 20)] as const)
    assertScores(found, Object.fromEntries(expected), "all")
  }),
  nearestCase("leaves out documents without vectors", async (nearest, store, subject) => {
    if (subject.withoutVectors === false) return
    await store.put(putOf("bare", "r1", [[], []]))
    await store.put(putOf("a", "r1", [vectorOf(subject, 1)]))
    assertScores(await nearest({ vectors: [vectorOf(subject, 1)] }), { a: 1 }, "all")
  }),
  nearestCase("refuses vectors to compare with that are none", async (nearest, store, subject) => {
    await store.put(putOf("a", "r1", [vectorOf(subject, 1)]))
    const good = vectorOf(subject, 1)
    const bad = [[], [[]], [good, [...good, 1]], [[...good, 1]], [good, vectorOf(subject, Number.NaN)]]
    for (const vectors of bad) {
      await assertRejects(nearest({ vectors }), "InvalidArgumentError", `vectors ${JSON.stringify(vectors)}`)
    }
  }),
  nearestCase("stops comparing at an abort, and leaves no listener", async (nearest, store, subject) => {
    await store.put(putOf("a", "r1", [vectorOf(subject, 1)]))
    const vectors = [vectorOf(subject, 1)]
    const reason = { why: "the caller's own" }
    const stopped = await settle(nearest({ vectors, signal: AbortSignal.abort(reason) }))
    assertTrue(stopped.status === "rejected" && stopped.reason === reason, "expected the signal's own reason")
    const { signal } = new AbortController()
    const count = countListeners(signal)
    await nearest({ vectors, signal })
    assertEqual(count(), 0, "abort listeners left")
  }),
]

function nearestCase(
  name: string,
  run: (nearest: Nearest, store: VectorStore, subject: VectorStoreSubject) => Promise<void>,
): VectorStoreCase {
  return {
    name: `nearestByDocument ${name}`,
    async run(store, subject) {
      if (store.nearestByDocument === undefined) return
      await run((request) => store.nearestByDocument!(request), store, subject)
    },
  }
}

function assertScores(
  found: Awaited<ReturnType<Nearest>>,
  expected: { readonly [id: string]: number },
  what: string,
): void {
  assertEqual(found.map(({ documentId }) => documentId).sort(), Object.keys(expected).sort(), `${what}: ids`)
  for (const { documentId, score } of found) {
    assertClose(score, expected[documentId]!, 1e-5, `${what}: score of ${documentId}`)
  }
}
