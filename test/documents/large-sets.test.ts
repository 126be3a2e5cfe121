import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type IndexEvent, spdRag, type VectorStore } from "spd-rag"
import { libsqlVectorStore } from "spd-rag/libsql"
import { memoryVectorStore } from "spd-rag/memory"
import { qdrantVectorStore } from "spd-rag/qdrant"
import { fakeEmbedder } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { startQdrantServer } from "../adapters/qdrant/server"
import { codeWordModel, documentText } from "../support/model"

const llm = codeWordModel()
const CONCURRENCY = 8

describe.each(["add", "sync"] as const)("%s of a long source", (method) => {
  it("takes no document before there is a hand free for it, and tells of each one", async () => {
    let pulled = 0
    let done = 0
    let most = 0
    async function* source() {
      for (; pulled < 3_000; pulled++) {
        most = Math.max(most, pulled - done)
        yield { id: `d${pulled}`, text: `Text ${pulled}.` }
      }
    }
    const events: IndexEvent["type"][] = []
    const rag = spdRag({ llm, concurrency: CONCURRENCY })
    const report = await rag[method](source(), {
      onEvent: (event) => {
        events.push(event.type)
        if (event.type === "index-delta") done = event.done
      },
    })
    expect(report.added).toHaveLength(3_000)
    expect(most).toBeLessThanOrEqual(CONCURRENCY)
    expect(events.filter((type) => type === "index-delta")).toHaveLength(3_000)
  })

  it("stopped in the middle, keeps what is in, closes the source, and goes on where it was", async () => {
    const vectorStore = memoryVectorStore()
    const embedder = fakeEmbedder()
    const rag = spdRag({ llm, embedder, vectorStore, concurrency: CONCURRENCY })
    const texts = Array.from({ length: 400 }, (_, n) => ({ id: `d${n}`, text: `Text ${n}.` }))
    const controller = new AbortController()
    let closed = false
    async function* source() {
      try {
        yield* texts
      } finally {
        closed = true
      }
    }
    const onEvent = (event: IndexEvent) => {
      if (event.type === "index-delta" && event.done === 150) controller.abort("stop")
    }
    await expect(rag[method](source(), { signal: controller.signal, onEvent })).rejects.toBe("stop")
    const kept = new Set<string>()
    for await (const { id } of rag.documents()) kept.add(id)
    expect(kept.size).toBeGreaterThanOrEqual(150)
    expect(kept.size).toBeLessThan(400)
    expect(closed).toBe(true)
    const report = await rag[method](texts)
    expect([...report.unchanged].sort()).toEqual([...kept].sort())
    expect(report.added).toHaveLength(400 - kept.size)
  })
})

describe("a question about a chosen few of a large set", () => {
  it("reads them and nothing else", async () => {
    const store = memoryVectorStore()
    const embedder = fakeEmbedder()
    const ids = Array.from({ length: 500 }, (_, n) => `d${n}`)
    await spdRag({ llm, embedder, vectorStore: store }).add(
      ids.map((id) => ({ id, text: documentText(id, 3) })),
    )
    const read = new Set<string>()
    const watched: VectorStore = {
      ...store,
      get: (request) => {
        read.add(request.documentId)
        return store.get(request)
      },
      chunks: (request) => {
        read.add(request.documentId)
        return store.chunks(request)
      },
      search: (request) => {
        for (const { id } of request.documents) read.add(id)
        return store.search(request)
      },
      nearestByDocument: (request) => {
        for (const { id } of request.documents ?? [{ id: "all" }]) read.add(id)
        return store.nearestByDocument!(request)
      },
      list: () => {
        throw new Error("the whole set was listed")
      },
    }
    const rag = spdRag({ llm, embedder, vectorStore: watched })
    const documents = ["d7", "d400", "d3"]
    for (const routing of [false, { minScore: 0.01 }] as const) {
      const answer = await rag.ask("What are the code words?", { documents, routing })
      expect(answer.documents.map(({ documentId }) => documentId)).toEqual(documents)
    }
    expect([...read].sort()).toEqual([...documents].sort())
  })
})

describe("sync from two machines at once", () => {
  const source = Array.from({ length: 12 }, (_, n) => ({ id: `d${n}`, text: documentText(`word${n}`, 5) }))
  const before = [
    ...source.slice(0, 6).map(({ id }) => ({ id, text: "before" })),
    { id: "gone", text: "before" },
  ]

  async function converges(open: () => VectorStore) {
    const rag = () => spdRag({ llm, embedder: fakeEmbedder(), vectorStore: open() })
    await rag().add(before)
    const reports = await Promise.all([rag().sync(source), rag().sync(source)])
    for (const { failed } of reports) expect(failed).toEqual([])
    const last = await rag().sync(source)
    expect(last).toMatchObject({ added: [], replaced: [], removed: [], failed: [] })
    expect(last.unchanged).toHaveLength(source.length)
    const store = open()
    for (const { id, text } of source) {
      const { revision, chunkCount } = (await store.get({ documentId: id }))!
      const chunks = await store.chunks({ documentId: id, revision })
      expect(chunks).toHaveLength(chunkCount)
      expect(chunks.map((chunk) => chunk.text).join("")).toContain(text.slice(-40))
    }
  }

  it("ends with the source on a file of libsql", async () => {
    const folder = mkdtempSync(join(tmpdir(), "spd-rag-"))
    const stores: { close(): Promise<void> }[] = []
    await converges(() => {
      const store = libsqlVectorStore({ url: `file:${join(folder, "set.db")}`, busyTimeoutMs: 600_000 })
      stores.push(store)
      return store
    })
    for (const store of stores) await store.close()
    rmSync(folder, { recursive: true })
  })

  it("ends with the source on a Qdrant server", async () => {
    const server = await startQdrantServer()
    await converges(() => qdrantVectorStore({ url: server.url, collection: "spd" }))
    await server.close()
  })
})
