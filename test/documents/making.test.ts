import { type SetInfo, type SpdRagConfig, spdRag, type VectorStore } from "spd-rag"
import { libsqlVectorStore } from "spd-rag/libsql"
import { memoryVectorStore } from "spd-rag/memory"
import { fakeEmbedder } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { codeWordModel, documentText } from "../support/model"

const documents = [
  { id: "a", text: documentText("alpha", 4) },
  { id: "b", text: documentText("bravo", 4) },
]
const QUESTION = "What are the code words?"

function setOn(vectorStore: VectorStore, config: Partial<SpdRagConfig> = {}) {
  const llm = codeWordModel()
  const embedder = fakeEmbedder()
  return { llm, embedder, rag: spdRag({ llm, embedder, vectorStore, ...config }) }
}

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as Error & { argument?: string },
  )

const stores = { memory: memoryVectorStore, libsql: () => libsqlVectorStore({ url: ":memory:" }) }

describe.each(Object.entries(stores))("a set in the %s store knows its making", (_, open) => {
  const others: readonly (readonly [string, string, Partial<SpdRagConfig>, RegExp])[] = [
    [
      "another embedder of the same dimensions",
      "embedder",
      { embedder: fakeEmbedder({ modelId: "other" }) },
      /fake-embedder with 64 dimensions, which made this set/,
    ],
    [
      "an embedder of other dimensions",
      "embedder",
      { embedder: fakeEmbedder({ dimensions: 32 }) },
      /64 dimensions.*got "fake-embedder with 32 dimensions"/,
    ],
    ["another counter", "countTokens", { countTokens: (text) => text.length }, /counter that made this set/],
  ]
  it.each(others)(
    "finds %s at the first add, sync or ask, before anything is paid",
    async (_, argument, config, text) => {
      const store = open()
      await setOn(store).rag.add(documents)
      const other = setOn(store, config)
      for (const call of [
        () => other.rag.add({ id: "c", text: "more" }),
        () => other.rag.sync(documents),
        () => other.rag.ask(QUESTION),
      ]) {
        const error = await errorOf(call())
        expect(error).toMatchObject({ name: "InvalidArgumentError", argument })
        expect(error!.message).toMatch(text)
        expect(error!.message).toMatch(/name a new collection, file or schema, or remove all documents/)
      }
      expect(other.llm.calls).toHaveLength(0)
      expect(other.embedder.calls).toHaveLength(0)
      expect((await setOn(store).rag.add(documents)).unchanged).toEqual(["a", "b"])
    },
  )

  it("takes another making once it is empty", async () => {
    const store = open()
    const first = setOn(store)
    await first.rag.add(documents)
    await first.rag.remove(["a", "b"])
    const other = setOn(store, { embedder: fakeEmbedder({ modelId: "other", dimensions: 32 }) })
    expect((await other.rag.add(documents)).added).toEqual(["a", "b"])
    expect((await errorOf(first.rag.ask(QUESTION)))!.message).toContain("other with 32 dimensions")
  })

  it("keeps no vectors and vectors apart, and answers by words from either", async () => {
    const store = open()
    await setOn(store).rag.add(documents)
    const words = setOn(store, { embedder: undefined })
    expect((await errorOf(words.rag.add({ id: "c", text: "more" })))!.message).toContain('got "no embedder"')
    expect((await words.rag.ask(QUESTION)).citations.length).toBeGreaterThan(0)
    const bare = open()
    await setOn(bare, { embedder: undefined }).rag.add(documents)
    expect((await errorOf(setOn(bare).rag.ask(QUESTION)))!.message).toContain(
      "no embedder, which made this set",
    )
    const lexical = setOn(bare, { retrieval: { mode: "lexical" } })
    expect((await lexical.rag.ask(QUESTION)).citations.length).toBeGreaterThan(0)
  })

  it("divides documents again where only the splitter's settings differ", async () => {
    const store = open()
    await setOn(store).rag.add(documents)
    const smaller = setOn(store, { retrieval: { chunkTokens: 40, overlapTokens: 0 } })
    expect((await smaller.rag.add(documents)).replaced).toEqual(["a", "b"])
    expect((await store.getInfo!())!.splitter).toMatchObject({ chunkTokens: 40, overlapTokens: 0 })
  })

  it("refuses a set of a later format, and takes one of before there were notes", async () => {
    const store = open()
    await setOn(store).rag.add(documents)
    const info = (await store.getInfo!()) as SetInfo
    await store.setInfo!({ info: { ...info, format: 99 } })
    const error = await errorOf(setOn(store).rag.ask(QUESTION))
    expect(error!.message).toMatch(/later version of spd-rag made this one \(upgrade/)
    expect(error).toMatchObject({ argument: "vectorStore" })

    const { getInfo: _, setInfo: __, ...before } = open()
    await setOn(before).rag.add(documents)
    expect((await setOn(before).rag.ask(QUESTION)).citations.length).toBeGreaterThan(0)
  })
})
