import { InvalidArgumentError, NoFindingsError, type SpdRagConfig, spdRag } from "spd-rag"
import { memoryVectorStore } from "spd-rag/memory"
import { fakeEmbedder } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { codeWordModel, documentText, sevenDocuments } from "../support/model"
import { slowMachine, turnsUntilSettled } from "../support/turns"

async function thrown(run: () => unknown): Promise<InvalidArgumentError> {
  try {
    await run()
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidArgumentError)
    return error as InvalidArgumentError
  }
  throw new Error("Nothing was thrown.")
}

describe("bad input", () => {
  it("is refused with argument and value, before any call", async () => {
    const llm = codeWordModel()
    const embedder = fakeEmbedder()
    const set = spdRag({ llm, embedder })
    expect((await thrown(() => set.ask("What?"))).argument).toBe("documents")
    expect(await thrown(() => set.ask("  "))).toMatchObject({ argument: "question", value: "  " })
    expect((await thrown(() => set.add([{ id: "", text: "x" }]))).argument).toBe("documents[0].id")
    expect((await thrown(() => set.add([{ id: "\uD800", text: "x" }]))).argument).toBe("documents[0].id")
    expect((await thrown(() => set.add([{ id: "a", text: 5 as unknown as string }]))).argument).toBe(
      "documents[0].text",
    )
    const twice = [
      { id: "a", text: "x" },
      { id: "a", text: "y" },
    ]
    expect(await thrown(() => set.add(twice))).toMatchObject({ argument: "documents[1].id", value: "a" })
    expect(embedder.calls).toHaveLength(0)
    await set.add([{ id: "a", text: documentText("alpha") }])
    expect(await thrown(() => set.ask("What?", { documents: ["b"] }))).toMatchObject({
      argument: "documents",
      value: "b",
    })
    expect((await thrown(() => set.ask("What?", { documents: [] }))).argument).toBe("documents")
    expect((await thrown(() => set.ask("What?", { documents: ["a", "a"] }))).argument).toBe("documents[1]")
    expect((await thrown(() => set.ask("What?", { limits: { maxTokens: -1 } }))).argument).toBe(
      "limits.maxTokens",
    )
    expect((await thrown(() => set.ask("What?", { document: ["a"] } as object))).argument).toBe(
      "options.document",
    )
    expect(llm.calls).toHaveLength(0)
  })

  const configs: readonly (readonly [string, SpdRagConfig | object])[] = [
    ["llm", {}],
    ["config.concurency", { llm: codeWordModel(), concurency: 2 }],
    ["limits.maxToken", { llm: codeWordModel(), limits: { maxToken: 2 } }],
    ["concurrency", { llm: codeWordModel(), concurrency: 0 }],
    ["retrieval.overlapTokens", { llm: codeWordModel(), retrieval: { chunkTokens: 10, overlapTokens: 10 } }],
    ["retrieval.topN", { llm: codeWordModel(), retrieval: { topK: 2, topN: 3 } }],
    ["embedder", { llm: codeWordModel(), retrieval: { mode: "dense" } }],
    ["agentOptions.maxSearches", { llm: codeWordModel(), agentOptions: { maxSearches: 0 } }],
    ["synthesis.maxBatchTokens", { llm: codeWordModel(), synthesis: { maxBatchTokens: 0.5 } }],
    ["retry.maxAttempts", { llm: codeWordModel(), retry: { maxAttempts: 0 } }],
    ['prices["fake-llm"]', { llm: codeWordModel(), limits: { maxCost: 1 } }],
  ]
  it.each(configs)("a config with a bad %s is refused", async (argument, config) => {
    expect((await thrown(() => spdRag(config))).argument).toBe(argument)
  })

  it("a smaller chunk, fewer candidates or a small window alone is no bad option", async () => {
    const llm = codeWordModel({ contextWindow: 8_000 })
    const set = spdRag({ llm, retrieval: { chunkTokens: 120, topK: 3 } })
    await set.add(sevenDocuments())
    expect((await set.ask("What are the code words?")).documents.map(({ status }) => status)).toEqual(
      Array(7).fill("answered"),
    )
  })

  it("a merge budget that the question does not fit is refused before the first call", async () => {
    const llm = codeWordModel()
    const set = spdRag({ llm, synthesis: { maxBatchTokens: 50 } })
    await set.add([{ id: "a", text: documentText("alpha") }])
    expect((await thrown(() => set.ask("What?"))).argument).toBe("maxBatchTokens")
    expect(llm.calls).toHaveLength(0)
  })

  it.each(["a/b/../c", "📄 emoji", "x".repeat(300), "a#0", "id with spaces\nand lines"])(
    "takes the id %j",
    async (id) => {
      const set = spdRag({ llm: codeWordModel(), embedder: fakeEmbedder() })
      await set.add([{ id, text: documentText("alpha") }])
      const answer = await set.ask("What is the code word?", { documents: [id] })
      expect(answer.documents).toMatchObject([{ documentId: id, status: "answered" }])
      expect(answer.citations[0]?.documentId).toBe(id)
    },
  )

  it.each(["", " \n\t ", "\uFEFF", "\u200B\u200B"])(
    "an empty document %j is skipped as empty",
    async (text) => {
      const set = spdRag({ llm: codeWordModel(), embedder: fakeEmbedder() })
      const report = await set.add([...sevenDocuments(), { id: "empty", text }])
      expect(report.added).toHaveLength(7)
      expect(report.skipped).toEqual([{ documentId: "empty", reason: "empty" }])
      const answer = await set.ask("What are the code words?")
      expect(answer.documents).toHaveLength(8)
      expect(answer.documents.find(({ documentId }) => documentId === "empty")).toMatchObject({
        status: "skipped",
        reason: "empty",
      })
      expect(answer.warnings).toMatchObject([{ code: "documents-skipped", documentIds: ["empty"] }])
    },
  )

  it("an id that the store does not know is skipped as missing beside those it knows", async () => {
    const set = spdRag({ llm: codeWordModel() })
    await set.add(sevenDocuments())
    const answer = await set.ask("What are the code words?", { documents: ["nobody", "doc-2"] })
    expect(answer.documents).toMatchObject([
      { documentId: "nobody", status: "skipped", reason: "missing" },
      { documentId: "doc-2", status: "answered" },
    ])
  })

  it("a document that the store describes wrongly fails by its field, and the others are read", async () => {
    const store = memoryVectorStore()
    const wrong = {
      ...store,
      async *list(request: Parameters<typeof store.list>[0]) {
        for await (const stored of store.list(request))
          yield stored.id === "doc-1" ? { ...stored, tokens: Number.NaN } : stored
      },
    }
    const set = spdRag({ llm: codeWordModel(), vectorStore: wrong })
    await set.add(sevenDocuments())
    const { documents } = await set.ask("What are the code words?")
    const failed = documents.filter(({ status }) => status === "failed")
    expect(failed).toMatchObject([
      { documentId: "doc-1", error: { message: expect.stringContaining("`document.tokens`") } },
    ])
    expect(documents.filter(({ status }) => status === "answered")).toHaveLength(6)
  })

  it("all documents failing is a NoFindingsError that says why for each", async () => {
    const set = spdRag({
      llm: codeWordModel(),
      agent: async () => {
        throw new Error("out of order")
      },
    })
    await set.add(sevenDocuments())
    const error: unknown = await set.ask("What?").catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(NoFindingsError)
    expect((error as NoFindingsError).documents).toHaveLength(7)
  })

  it("a document of 20 MB is indexed and read without blocking", async () => {
    const line = "The harbour master wrote down the wind, the tide and every ship that came in that day.\n"
    const text = `${line.repeat(120_000)}\nThe code word of this document is alpha.\n\n${line.repeat(120_000)}`
    const set = spdRag({ llm: codeWordModel() })
    slowMachine(2)
    const adding = set.add([{ id: "large", text }])
    // 15 ms is a slice: a turn after every eighth step, and no step is long.
    expect(await turnsUntilSettled(adding)).toBeGreaterThan(text.length / 16_000)
    expect((await adding).added).toEqual(["large"])
    const answer = await set.ask("What is the code word?")
    expect(answer.citations.map(({ quote }) => quote)).toEqual(["The code word of this document is alpha."])
  })
})
