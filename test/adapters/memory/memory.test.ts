import { inspect } from "node:util"
import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import { memoryVectorStore } from "../../../src/adapters/memory"
import { describeVectorStore } from "../../../src/testing/suites/vector-store"
import { watchKernelMemories } from "../../support/kernel-memories"

describeVectorStore("memoryVectorStore", { describe, it, create: memoryVectorStore })

describe("memoryVectorStore", () => {
  it("gives what cannot be changed", async () => {
    const store = memoryVectorStore()
    await store.put(requestOf([[1, 0]]))
    const [chunk] = await store.chunks({ documentId: "a", revision: "r" })
    expect(() => Object.assign(chunk!, { text: "x" })).toThrow(TypeError)
    expect(() => (chunk!.headings as string[]).push("x")).toThrow(TypeError)
    const document = await store.get({ documentId: "a" })
    expect(() => Object.assign(document!.metadata!, { page: 2 })).toThrow(TypeError)
  })

  it("keeps documents of different dimensions side by side", async () => {
    const store = memoryVectorStore()
    await store.put(requestOf([[1, 0]]))
    const wider = requestOf([[1, 0, 0]], "b")
    await store.put(wider)
    const both = ["a", "b"].map((id) => ({ id, revision: "r" }))
    await expect(store.search({ documents: both, vector: [1, 0], topK: 1 })).rejects.toThrow(
      "a vector of 3 numbers",
    )
    expect(await store.search({ documents: both.slice(0, 1), vector: [1, 0], topK: 1 })).toHaveLength(1)
  })

  it("says that chunks without vectors can't be searched by vector", async () => {
    const store = memoryVectorStore()
    await store.put(requestOf([[]]))
    const search = store.search({ documents: [{ id: "a", revision: "r" }], vector: [1], topK: 1 })
    await expect(search).rejects.toThrow("stored with vectors")
  })

  it("takes chunks in any order", async () => {
    const store = memoryVectorStore()
    const { document, chunks } = requestOf([[1], [2], [3]])
    await store.put({ document, chunks: chunks.toReversed() })
    const stored = await store.chunks({ documentId: "a", revision: "r" })
    expect(stored.map(({ index }) => index)).toEqual([0, 1, 2])
  })

  it("uses the memory of documents that were replaced or removed again", async () => {
    const memories = watchKernelMemories()
    const store = memoryVectorStore()
    const vectors = Array.from({ length: 50 }, (_, i) => Array.from({ length: 1000 }, (_, k) => i + k))
    for (const id of ["a", "b", "a"]) await store.put(requestOf(vectors, id))
    const { byteLength } = memories[0]!.buffer
    for (let round = 0; round < 10; round++) {
      await store.put(requestOf(vectors, "a"))
      await store.delete({ documentId: "b" })
      await store.put(requestOf(vectors, "b"))
    }
    vi.unstubAllGlobals()
    expect(memories.map(({ buffer }) => buffer.byteLength)).toEqual([byteLength])
  })

  it("shows no document when it is inspected", async () => {
    const store = memoryVectorStore()
    await store.put(requestOf([[1]]))
    expect(inspect(store, { depth: 9, showHidden: true })).not.toContain("secret")
  })

  it("finds what a plain sort by cosine finds", async () => {
    const coordinate = fc.integer({ min: -3, max: 3 })
    const vectors = fc.array(fc.tuple(coordinate, coordinate, coordinate, coordinate, coordinate), {
      maxLength: 40,
    })
    const property = fc.asyncProperty(
      vectors,
      vectors,
      fc.integer({ min: 1, max: 50 }),
      async (all, queries, topK) => {
        const store = memoryVectorStore()
        await store.put(requestOf(all))
        for (const vector of queries.slice(0, 3)) {
          const found = await store.search({ documents: [{ id: "a", revision: "r" }], vector, topK })
          const expected = all
            .map((other) => cosine(other, vector))
            .toSorted((a, b) => b - a)
            .slice(0, topK)
          expect(found).toHaveLength(expected.length)
          for (const [i, { score, index }] of found.entries()) {
            expect(score).toBeCloseTo(expected[i]!, 5)
            expect(score).toBeCloseTo(cosine(all[index]!, vector), 5)
          }
        }
      },
    )
    await fc.assert(property, { numRuns: 200 })
  })
})

function requestOf(vectors: readonly (readonly number[])[], id = "a") {
  const chunks = vectors.map((vector, index) => {
    const text = "secret"
    return {
      id: `${id}#${index}`,
      documentId: id,
      index,
      text,
      start: 0,
      end: 6,
      tokens: 1,
      headings: ["h"],
      vector,
    }
  })
  const metadata = { page: 1 }
  return {
    document: { id, title: id, revision: "r", chunkCount: chunks.length, tokens: 1, metadata },
    chunks,
  }
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const product = Math.hypot(...a) * Math.hypot(...b)
  return product === 0 ? 0 : a.reduce((sum, value, i) => sum + value * b[i]!, 0) / product
}
