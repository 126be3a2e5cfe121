import fc from "fast-check"
import { type IndexEvent, InvalidArgumentError, ProviderError, spdRag, type VectorStore } from "spd-rag"
import { memoryVectorStore } from "spd-rag/memory"
import { fakeEmbedder } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { createVectorCache } from "../../src/documents/vector-cache"
import { codeWordModel } from "../support/model"
import { interceptStore } from "../support/store"

const llm = codeWordModel()
/** About `chunks` chunks of 40 tokens that no other `word` has. */
const longText = (word: string, chunks: number) =>
  Array.from({ length: chunks * 2 }, (_, at) => `${word} line ${at} of a text that is long.`).join("\n\n")
const SMALL_CHUNKS = { chunkTokens: 40, overlapTokens: 0 }
const REFUSED = () => new ProviderError("refused", { provider: "fake", status: 400 })

async function stateOf(store: VectorStore, documentId: string) {
  const document = await store.get({ documentId })
  if (document === undefined) return undefined
  const chunks = await store.chunks({ documentId, revision: document.revision })
  expect(chunks).toHaveLength(document.chunkCount)
  return chunks.map(({ text }) => text).join("")
}

describe("add", () => {
  it("makes no embed call and no put for documents that are there already", async () => {
    const embedder = fakeEmbedder()
    const store = memoryVectorStore()
    let puts = 0
    const counting = {
      ...store,
      put: (request: Parameters<VectorStore["put"]>[0]) => {
        puts += 1
        return store.put(request)
      },
    }
    const rag = spdRag({ llm, embedder, vectorStore: counting })
    const documents = [
      { id: "a", text: "one", metadata: { x: 1, y: [2] } },
      { id: "b", text: " \n\t" },
      { id: "c", text: longText("c", 40) },
    ]
    await rag.add(documents)
    const before = [embedder.calls.length, puts]
    expect(before).toEqual([1, 3])
    const again = await rag.add([...documents].map((document) => ({ ...document })))
    expect(again).toMatchObject({ unchanged: ["a", "c"], added: [], replaced: [], failed: [] })
    expect([embedder.calls.length, puts]).toEqual(before)
    await rag.add({ ...documents[0]!, title: "A new title" })
    expect(puts).toBe(before[1]! + 1)
  })

  it.each(["", " \n\t", "\ufeff", "\u200b\u200d \u2060"])(
    "skips a document that holds nothing to read (%j), and the others go on",
    async (text) => {
      const rag = spdRag({ llm, embedder: fakeEmbedder() })
      const report = await rag.add([
        { id: "blank", text },
        { id: "full", text: "text" },
      ])
      expect(report).toMatchObject({
        added: ["full"],
        skipped: [{ documentId: "blank", reason: "empty" }],
        failed: [],
      })
    },
  )

  it("a document whose second of three batches is refused fails whole, and a repeated add pays for that batch alone", async () => {
    let broken = true
    const embedder = fakeEmbedder({
      maxBatchSize: 4,
      onCall: ({ texts }) => {
        if (broken && texts.some((text) => text.includes("line 16 "))) throw REFUSED()
      },
    })
    const store = memoryVectorStore()
    const rag = spdRag({ llm, embedder, vectorStore: store, retrieval: SMALL_CHUNKS })
    const document = { id: "long", text: longText("w", 15) }
    const report = await rag.add(document)
    expect(report.failed).toMatchObject([{ documentId: "long", error: { name: "ProviderError" } }])
    expect(await store.get({ documentId: "long" })).toBeUndefined()
    expect(embedder.calls).toHaveLength(3)

    broken = false
    expect((await rag.add(document)).added).toEqual(["long"])
    expect(embedder.calls).toHaveLength(4)
    expect(embedder.calls[3]!.texts).toEqual(
      embedder.calls.find(({ texts }) => texts.join().includes("line 16 "))!.texts,
    )
    const plain = memoryVectorStore()
    await spdRag({ llm, embedder: fakeEmbedder(), vectorStore: plain, retrieval: SMALL_CHUNKS }).add(document)
    const { revision } = (await plain.get({ documentId: "long" }))!
    const query = { documents: [{ id: "long", revision }], vector: new Float32Array(64).fill(1), topK: 20 }
    expect(await store.search(query)).toEqual(await plain.search(query))
  })

  it("refused at any request and repeated, has every text embedded once in all", async () => {
    for (let k = 0; ; k++) {
      const paid: string[] = []
      let call = 0
      const embedder = fakeEmbedder({
        maxBatchSize: 3,
        onCall: ({ texts }) => {
          if (call++ === k) throw REFUSED()
          paid.push(...texts)
        },
      })
      const rag = spdRag({ llm, embedder, retrieval: SMALL_CHUNKS })
      const documents = ["a", "b", "c"].map((id) => ({ id, text: longText(id, 5) }))
      await rag.add(documents)
      expect((await rag.add(documents)).failed).toEqual([])
      expect(new Set(paid).size).toBe(paid.length)
      expect(paid.join("").length).toBe(documents.map(({ text }) => text).join("").length)
      if (call <= k) {
        expect(k).toBeGreaterThan(3)
        return
      }
    }
  })

  it("a failed put pays for no vector again; once stored, vectors are not kept", async () => {
    let broken = true
    const store = memoryVectorStore()
    const failing: VectorStore = {
      ...store,
      put: (request) => (broken ? Promise.reject(REFUSED()) : store.put(request)),
    }
    const embedder = fakeEmbedder()
    const rag = spdRag({ llm, embedder, vectorStore: failing })
    expect((await rag.add({ id: "a", text: "one two" })).failed).toHaveLength(1)
    broken = false
    expect((await rag.add({ id: "a", text: "one two" })).added).toEqual(["a"])
    expect(embedder.calls).toHaveLength(1)
    expect((await rag.add({ id: "b", text: "one two" })).added).toEqual(["b"])
    expect(embedder.calls).toHaveLength(2)
  })

  it("a thousand short documents need few requests and get the vectors of their own texts", async () => {
    const embedder = fakeEmbedder({ maxBatchSize: 96 })
    const store = memoryVectorStore()
    const rag = spdRag({ llm, embedder, vectorStore: store })
    const documents = Array.from({ length: 1_000 }, (_, at) => ({
      id: `d${at}`,
      text: `number${at} is here`,
    }))
    expect((await rag.add(documents)).added).toHaveLength(1_000)
    expect(embedder.calls.length).toBeLessThan(80)
    for (const { id, text } of documents.filter((_, at) => at % 50 === 0)) {
      const { revision } = (await store.get({ documentId: id }))!
      const { vectors } = await embedder.embed({ texts: [text], purpose: "query" })
      const [hit] = await store.search({ documents: [{ id, revision }], vector: vectors[0]!, topK: 1 })
      expect(hit!.score).toBeCloseTo(1, 5)
    }
  })

  it("a text that the embedder refuses fails its own document, though it shared a request", async () => {
    const embedder = fakeEmbedder({
      maxBatchSize: 96,
      onCall: ({ texts }) => {
        if (texts.some((text) => text.includes("poison"))) throw REFUSED()
      },
    })
    const rag = spdRag({ llm, embedder })
    const documents = Array.from({ length: 12 }, (_, at) => ({
      id: `d${at}`,
      text: at === 5 ? "poison" : `t${at}`,
    }))
    const report = await rag.add(documents)
    expect(report.failed.map(({ documentId }) => documentId)).toEqual(["d5"])
    expect(report.added).toHaveLength(11)
    expect(embedder.calls.some(({ texts }) => texts.length > 1)).toBe(true)
  })

  it("keeps every request within the embedder's limits, and sends every text", async () => {
    const sizes = fc.array(fc.nat(30), { minLength: 1, maxLength: 20 })
    const check = async (
      lines: number[],
      maxBatchSize: number,
      maxBatchTokens: number,
      concurrency: number,
    ) => {
      const countTokens = (text: string) => text.length
      const embedder = fakeEmbedder({ maxBatchSize, maxBatchTokens })
      const vectorStore = memoryVectorStore()
      const rag = spdRag({
        vectorStore,
        llm,
        embedder,
        countTokens,
        concurrency,
        retrieval: { chunkTokens: 40, overlapTokens: 0 },
      })
      const documents = lines.map((count, at) => ({
        id: `d${at}`,
        text: Array.from({ length: count + 1 }, (_, line) => `text ${at} line ${line} and more of it`).join(
          "\n",
        ),
      }))
      expect((await rag.add(documents)).added).toHaveLength(documents.length)
      for (const { texts } of embedder.calls) {
        expect(texts.length).toBeLessThanOrEqual(maxBatchSize)
        if (texts.length > 1) expect(texts.join("").length).toBeLessThanOrEqual(maxBatchTokens)
      }
      const stored = await Promise.all(
        documents.map(async ({ id }) => {
          const { revision } = (await vectorStore.get({ documentId: id }))!
          return vectorStore.chunks({ documentId: id, revision })
        }),
      )
      const sent = embedder.calls.flatMap(({ texts }) => texts)
      expect(new Set(sent)).toEqual(new Set(stored.flat().map(({ text }) => text)))
      expect(sent.length).toBeLessThanOrEqual(stored.flat().length)
    }
    await fc.assert(
      fc.asyncProperty(
        sizes,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 20 }),
        check,
      ),
      { numRuns: 60 },
    )
  })

  it("counts as it goes, and tells what a source that fails had given by then", async () => {
    const rag = spdRag({ llm, embedder: fakeEmbedder() })
    await rag.add({ id: "same", text: "same" })
    const events: IndexEvent[] = []
    const failure = new Error("the disk is gone")
    async function* source() {
      yield { id: "same", text: "same" }
      yield { id: "new", text: "new" }
      yield { id: "same", text: "twice" }
      yield { id: "blank", text: " " }
      throw failure
    }
    await expect(rag.add(source(), { onEvent: (event) => events.push(event) })).rejects.toBe(failure)
    const ids: string[] = []
    for await (const { id } of rag.documents()) ids.push(id)
    expect(ids.sort()).toEqual(["blank", "new", "same"])
    expect(events.at(-1)).toMatchObject({
      type: "index-error",
      done: 4,
      counts: { added: 1, replaced: 0, removed: 0, unchanged: 1, skipped: 1, failed: 1 },
      error: { message: "the disk is gone" },
    })
    expect(JSON.parse(JSON.stringify(events))).toHaveLength(6)
  })

  it("a document that makes no sense in a list stops everything before any call", async () => {
    const embedder = fakeEmbedder()
    const rag = spdRag({ llm, embedder })
    const documents = [
      { id: "a", text: "a" },
      { id: "a", text: "b" },
    ]
    await expect(rag.add(documents)).rejects.toThrow(InvalidArgumentError)
    expect(embedder.calls).toHaveLength(0)
  })
})

describe("an add that is cut off", () => {
  const v1 = [
    { id: "a", text: longText("old", 6) },
    { id: "b", text: longText("older", 6) },
  ]
  const v2 = [
    { id: "a", text: longText("new", 7) },
    { id: "b", text: longText("newer", 5) },
  ]

  it.each(["refused", "aborted before the call", "aborted after the call"])(
    "at any call of any plug leaves each document old or new, and a repeated one completes it (%s)",
    async (fault) => {
      for (let k = 0; ; k++) {
        const raw = memoryVectorStore()
        await spdRag({ llm, embedder: fakeEmbedder(), vectorStore: raw, retrieval: SMALL_CHUNKS }).add(v1)
        const controller = new AbortController()
        let call = 0
        let armed = true
        const strike = async () => {
          if (!armed || call++ !== k) return
          if (fault === "refused") throw REFUSED()
          if (fault === "aborted before the call") {
            controller.abort(new Error("killed"))
            controller.signal.throwIfAborted()
          } else queueMicrotask(() => controller.abort(new Error("killed")))
        }
        const embedder = fakeEmbedder({ maxBatchSize: 3, onCall: strike })
        const rag = spdRag({
          llm,
          embedder,
          vectorStore: interceptStore(raw, strike),
          retrieval: SMALL_CHUNKS,
        })
        await rag.add(v2, { signal: controller.signal }).catch((error: unknown) => {
          expect(String(error)).toContain("killed")
        })
        for (const [at, { id }] of v1.entries())
          expect([v1[at]!.text, v2[at]!.text]).toContain(await stateOf(raw, id))
        armed = false
        const paid = embedder.calls.length
        expect((await rag.add(v2)).failed).toEqual([])
        for (const { id, text } of v2) expect(await stateOf(raw, id)).toBe(text)
        if (call <= k) {
          expect(embedder.calls).toHaveLength(paid)
          expect(k).toBeGreaterThan(6)
          return
        }
      }
    },
  )
})

describe("createVectorCache", () => {
  it("holds no more than its bytes, drops the oldest first, and forgets what is released", () => {
    const cache = createVectorCache(40)
    const vector = () => new Float32Array(4)
    for (const key of ["a", "b", "c"]) cache.set(key, vector())
    expect(["a", "b", "c"].map((key) => cache.get(key) !== undefined)).toEqual([false, true, true])
    cache.set("b", vector())
    cache.release(["c", "unknown"])
    cache.set("d", vector())
    expect(["b", "c", "d"].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true])
    cache.set("huge", new Float32Array(100))
    expect(["b", "d", "huge"].map((key) => cache.get(key))).toEqual([undefined, undefined, undefined])
  })
})
