import { type IndexEvent, ProviderError, spdRag } from "spd-rag"
import { memoryVectorStore } from "spd-rag/memory"
import { fakeClock, fakeEmbedder } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { codeWordModel, sevenDocuments } from "../support/model"

const busy = () => new ProviderError("busy", { provider: "test", status: 429 })

describe.each(["add", "sync"] as const)("the calls of %s", (method) => {
  it("are told of when they are tried again, the store's too", async () => {
    const store = memoryVectorStore()
    let puts = 0
    const vectorStore = {
      ...store,
      put: async (request: Parameters<typeof store.put>[0]) => {
        if (puts++ === 0) throw busy()
        return store.put(request)
      },
    }
    const embedder = fakeEmbedder({
      onCall: (_, call) => {
        if (call === 0) throw busy()
      },
    })
    const events: IndexEvent[] = []
    const set = spdRag({ llm: codeWordModel(), embedder, vectorStore, clock: fakeClock() })
    const report = await set[method](sevenDocuments(), { onEvent: (event) => events.push(event) })
    expect(report.added).toHaveLength(7)
    const retries = events.filter(({ type }) => type === "call-retry")
    expect(retries).toMatchObject([
      { stage: "index", modelId: "fake-embedder", attempt: 1, error: { name: "ProviderError", status: 429 } },
      { stage: "index", modelId: "vectorStore", attempt: 1, error: { name: "ProviderError", status: 429 } },
    ])
  })

  it("are counted in the report, with their cost", async () => {
    const set = spdRag({
      llm: codeWordModel(),
      embedder: fakeEmbedder(),
      prices: { "fake-embedder": { inputPerMillionTokens: 1_000_000 } },
    })
    const { usage } = await set[method](sevenDocuments())
    expect(usage.calls).toBeGreaterThan(0)
    expect(usage.inputTokens).toBeGreaterThan(0)
    expect(usage.cost).toBeCloseTo(usage.inputTokens)
    expect(usage.byStage).toEqual({ index: expect.objectContaining({ calls: usage.calls }) })
    expect((await set[method](sevenDocuments())).usage).toMatchObject({ calls: 0, cost: 0 })
  })
})
