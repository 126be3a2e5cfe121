import { type DocumentHits, InvalidOutputError, ProviderError, type VectorStore } from "spd-rag"
import { libsqlVectorStore } from "spd-rag/libsql"
import { memoryVectorStore } from "spd-rag/memory"
import { qdrantVectorStore } from "spd-rag/qdrant"
import { fakeEmbedder } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { bindSearch } from "../../src/retrieval/document-search"
import { createSharedSearches, type SharedSearchesOptions } from "../../src/retrieval/shared-searches"
import { startQdrantServer } from "../adapters/qdrant/server"
import { expectSameSearches, fill } from "../support/same-searches"

// On PGlite: test/adapters/postgres/contract.test.ts, which has one open.
describe("searches shared by the documents of a run find what each document's own search finds, in its order", () => {
  it("in libsql", async () => {
    const store = libsqlVectorStore({ url: ":memory:" })
    await expectSameSearches(store)
    await store.close()
  })

  it("in Qdrant's fake", async () => {
    const server = await startQdrantServer()
    await expectSameSearches(qdrantVectorStore({ url: server.url, collection: "spd" }))
    await server.close()
  })

  it("in memory, which has no searchByDocument", () => expectSameSearches(memoryVectorStore()))
})

/** A store in memory that answers for many, and counts. */
async function counting(answer?: (found: readonly DocumentHits[]) => unknown) {
  const memory = memoryVectorStore()
  const documents = await fill(memory)
  const asked: number[] = []
  const alone: string[] = []
  const store: VectorStore = {
    ...memory,
    search: (request) => {
      alone.push(request.documents[0]!.id)
      return memory.search(request)
    },
    async searchByDocument({ documents: named, vector, topK }) {
      asked.push(named.length)
      const found: DocumentHits[] = []
      for (const one of named) {
        const chunks = await memory.search({ documents: [one], vector, topK })
        found.push({ documentId: one.id, revision: one.revision, hits: chunks })
      }
      return (answer?.(found) ?? found) as readonly DocumentHits[]
    },
  }
  const embedder = fakeEmbedder()
  const open = (options: Partial<SharedSearchesOptions> = {}) => {
    const shared = createSharedSearches({ vectorStore: store, embedder, documents, topK: 4, ...options })
    const searchOf = (place: number) => {
      const settings = { document: documents[place]!, vectorStore: store, embedder, topK: 4 }
      return bindSearch(settings, shared.of(documents[place]!))
    }
    return { shared, searchOf }
  }
  return { documents, store, embedder, asked, alone, open }
}

describe("createSharedSearches", () => {
  it("asks for twice as many documents each time, and embeds a text once", async () => {
    const { documents, embedder, asked, alone, open } = await counting()
    const { searchOf } = open()
    await Promise.all(documents.map((_, place) => searchOf(place).search({ query: "wax" })))
    expect(alone).toEqual(["d0"])
    expect(asked).toEqual([2, 6, 3])
    expect(embedder.calls).toHaveLength(1)
  })

  it("asks for no document ahead when nobody repeats a text", async () => {
    const { documents, asked, alone, open } = await counting()
    const { searchOf } = open()
    for (const place of documents.keys()) await searchOf(place).search({ query: `wax ${place}` })
    expect(asked).toEqual([])
    expect(alone).toHaveLength(documents.length)
  })

  it("searches a document alone that was replaced, or that the store left out", async () => {
    const { documents, alone, open } = await counting((found) =>
      found.filter(({ documentId }) => documentId !== "d2"),
    )
    const given = documents.map((document, place) =>
      place === 1 ? { ...document, revision: "old" } : document,
    )
    const { searchOf } = open({ documents: given })
    for (const place of documents.keys()) await searchOf(place).search({ query: "wax" })
    expect(alone).toEqual(["d0", "d1", "d2"])
  })

  it("lets one that stops waiting stop nobody else", async () => {
    const { embedder, open } = await counting()
    const { searchOf } = open()
    const stop = new AbortController()
    const first = searchOf(0).search({ query: "wax", signal: stop.signal })
    const second = searchOf(1).search({ query: "wax" })
    stop.abort(new Error("enough"))
    await expect(first).rejects.toThrow("enough")
    expect(await second).not.toHaveLength(0)
    expect(embedder.calls).toHaveLength(1)
  })

  it("keeps no failure of an embedder", async () => {
    const { open, documents, store } = await counting()
    const failing = fakeEmbedder({
      onCall: (_, call) => {
        if (call === 0) throw new ProviderError("no", { provider: "fake", status: 400 })
      },
    })
    const { shared } = open({ embedder: failing })
    const source = { document: documents[0]!, vectorStore: store, embedder: failing }
    const search = bindSearch(source, shared.of(documents[0]!))
    await expect(search.search({ query: "wax" })).rejects.toThrow(ProviderError)
    expect(await search.search({ query: "wax" })).not.toHaveLength(0)
  })

  it("searches one by one in a store that fails for many", async () => {
    const { documents, alone, asked, open } = await counting(() => {
      throw new ProviderError("too many", { provider: "fake", status: 400 })
    })
    const { searchOf } = open()
    for (const place of documents.keys()) await searchOf(place).search({ query: "wax" })
    expect(asked).toEqual([2])
    expect(alone).toHaveLength(documents.length)
  })

  it("forgets texts that nobody asks for any more", async () => {
    const { embedder, open } = await counting()
    const { searchOf } = open()
    for (let n = 0; n < 256; n++) await searchOf(0).search({ query: `wax ${n}` })
    await searchOf(1).search({ query: "wax 0" })
    await searchOf(1).search({ query: "one more" })
    expect(embedder.calls).toHaveLength(257)
    await searchOf(2).search({ query: "wax 1" })
    expect(embedder.calls).toHaveLength(258)
    await searchOf(2).search({ query: "wax 0" })
    expect(embedder.calls).toHaveLength(258)
  })

  const [first] = [{ documentId: "d1", revision: "r" }]
  it.each([
    ["no list", () => 7],
    ["nothing in its list", () => [null]],
    ["no chunk in a list of chunks", () => [{ ...first, hits: [undefined] }]],
    ["a document that was not asked for", (found) => [...found, { ...first, documentId: "d9", hits: [] }]],
    ["another revision", () => [{ ...first, revision: "r2", hits: [] }]],
    ["a document twice", (found) => [...found, found[0]!]],
    ["no list of chunks", () => [{ ...first, hits: undefined }]],
    [
      "more chunks than asked",
      () => [{ ...first, hits: Array.from({ length: 5 }, (_, index) => ({ index, score: 0 })) }],
    ],
    ["a chunk that is not there", () => [{ ...first, hits: [{ index: 6, score: 0 }] }]],
    [
      "a chunk twice",
      () => [
        {
          ...first,
          hits: [
            { index: 1, score: 0 },
            { index: 1, score: 0 },
          ],
        },
      ],
    ],
    ["a place that is none", () => [{ ...first, hits: [{ index: "1", score: 0 }] }]],
    ["a score that is no number", () => [{ ...first, hits: [{ index: 1, score: Number.NaN }] }]],
    ["a score that is no cosine", () => [{ ...first, hits: [{ index: 1, score: 2 }] }]],
    [
      "chunks out of order",
      () => [
        {
          ...first,
          hits: [
            { index: 1, score: 0.1 },
            { index: 0, score: 0.2 },
          ],
        },
      ],
    ],
  ] as readonly (readonly [string, (found: readonly DocumentHits[]) => unknown])[])(
    "refuses a store that answers with %s",
    async (_, answer) => {
      const { open } = await counting(answer)
      const { searchOf } = open()
      await searchOf(0).search({ query: "wax" })
      await expect(searchOf(1).search({ query: "wax" })).rejects.toThrow(InvalidOutputError)
    },
  )
})
