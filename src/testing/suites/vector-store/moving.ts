import type { SetInfo } from "../../../contracts/set-info"
import { assertClose, assertEqual, assertRejects } from "../kit/assert"
import { listed, putOf, type VectorStoreCase, vectorOf, withoutVector } from "./fixtures"

const info = (modelId: string): SetInfo => ({
  format: 1,
  embedder: { modelId, dimensions: 4 },
  splitter: { version: 1, chunkTokens: 1_000, overlapTokens: 250 },
  tokenCounter: "19 31 20 7",
  analyzer: 1,
})

/** What is optional: a store without it keeps these promises by having made none. */
export const movingCases: readonly VectorStoreCase[] = [
  {
    name: "keeps what the set was made with, beside the documents",
    async run(store, subject) {
      if (store.getInfo === undefined || store.setInfo === undefined) return
      const { dimensions = 4 } = subject
      const made = (modelId: string) => ({ ...info(modelId), embedder: { modelId, dimensions } })
      assertEqual(await store.getInfo(), undefined, "info of a new set")
      await store.setInfo({ info: made("one") })
      assertEqual(await store.getInfo(), made("one"), "info")
      assertEqual(await listed(store), [], "documents of a set that has info only")
      await store.put(putOf("a", "r1", [vectorOf(subject, 1)]))
      await store.setInfo({ info: made("two") })
      assertEqual(await store.getInfo(), made("two"), "info that was kept last")
      await store.delete({ documentId: "a" })
      const other = await subject.reopen?.(store)
      if (other !== undefined) assertEqual(await other.getInfo?.(), made("two"), "info by another handle")
    },
  },
  {
    name: "refuses vectors of another embedder than the set's own, and keeps what there is",
    async run(store, subject) {
      if (store.getInfo === undefined || store.setInfo === undefined) return
      const { dimensions = 4 } = subject
      const made = (modelId: string) => ({ ...info(modelId), embedder: { modelId, dimensions } })
      await store.setInfo({ info: made("one"), ifEmpty: true })
      await store.setInfo({ info: made("two"), ifEmpty: true })
      assertEqual(await store.getInfo(), made("two"), "info of a set that is still empty")
      const first = putOf("a", "r1", [vectorOf(subject, 1)])
      await store.put({ ...first, embedder: made("two").embedder })
      const other = putOf("a", "r2", [vectorOf(subject, 0, 1)])
      for (const request of [other, putOf("b", "r1", [vectorOf(subject, 1)])]) {
        const refused = store.put({ ...request, embedder: made("one").embedder })
        await assertRejects(refused, "InvalidArgumentError", "a put by another embedder")
      }
      const late = store.setInfo({ info: made("one"), ifEmpty: true })
      await assertRejects(late, "InvalidArgumentError", "info of an empty set, once there is a document")
      assertEqual(await store.getInfo(), made("two"), "info")
      assertEqual(await listed(store), [first.document], "documents")
      await store.put(other)
      assertEqual(await listed(store), [other.document], "documents after a put that names no embedder")
    },
  },
  {
    name: "gives chunks back with their vectors at length 1",
    async run(store, subject) {
      if (store.embeddedChunks === undefined) return
      const request = putOf("a", "r1", [
        vectorOf(subject, 3, 4),
        vectorOf(subject),
        vectorOf(subject, -0.001),
      ])
      await store.put(request)
      const chunks = await store.embeddedChunks({ documentId: "a", revision: "r1" })
      assertEqual(chunks.map(withoutVector), request.chunks.map(withoutVector), "chunks")
      for (const [at, expected] of [
        [0.6, 0.8],
        [0, 0],
        [-1, 0],
      ].entries()) {
        const vector = Array.from(chunks[at]!.vector)
        assertEqual(vector.length, subject.dimensions ?? 4, "length of a vector")
        for (const [place, value] of vector.entries()) {
          assertClose(value, expected[place] ?? 0, 1e-6, `number ${place} of vector ${at}`)
        }
      }
      const stale = store.embeddedChunks({ documentId: "a", revision: "r0" })
      await assertRejects(stale, "StaleRevisionError", "chunks of another revision")
    },
  },
]
