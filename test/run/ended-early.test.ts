import { outcomesOf, ProviderError, type SpdRagEvent, spdRag, usageOf } from "spd-rag"
import { fakeEmbedder, fakeLLM, hang, stageOf } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { codeWordModel, codeWordReply, promptOf, sevenDocuments } from "../support/model"

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe("a run that ends early", () => {
  it.each([
    ["an error of one's own", new Error("Enough.")],
    ["the platform's", undefined],
  ])("aborted with %s, says what it paid and whom it had read", async (_, given) => {
    const controller = new AbortController()
    const llm = fakeLLM({
      reply: async (request) => (promptOf(request).includes("golf") ? hang(request) : codeWordReply(request)),
    })
    const rag = spdRag({ llm })
    await rag.add(sevenDocuments())
    const events: SpdRagEvent[] = []
    const asking = rag.ask("q?", {
      signal: controller.signal,
      onEvent: (event) => {
        events.push(event)
        if (event.type === "agent-end" && event.done === 6) controller.abort(given)
      },
    })
    const error = await caught(asking)
    expect(error).toBe(controller.signal.reason)
    expect(outcomesOf(error).map(({ documentId }) => documentId)).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => `doc-${number}`),
    )
    expect(usageOf(error)).toMatchObject({ byStage: { coordinator: { calls: 1 }, agent: { calls: 6 } } })
    const last = events.at(-1)
    expect(last).toMatchObject({ type: "run-error", usage: usageOf(error) })
    expect(JSON.parse(JSON.stringify(last))).toEqual(last)
  })

  it("failed with an error that is not the library's, says the same", async () => {
    const own = new TypeError("A fault of mine.")
    const rag = spdRag({
      llm: codeWordModel(),
      synthesizer: async () => {
        throw own
      },
    })
    await rag.add(sevenDocuments())
    const error = await caught(rag.ask("q?"))
    expect(error).toBe(own)
    expect(outcomesOf(error)).toHaveLength(7)
    expect(usageOf(error)?.calls).toBe(8)
  })

  it("failed by a provider, says the same of this run, and other errors say nothing", async () => {
    const llm = fakeLLM({
      reply: (request) => {
        if (stageOf(request) !== "synthesis") return codeWordReply(request)
        throw new ProviderError("refused", { provider: "x", status: 400 })
      },
    })
    const rag = spdRag({ llm })
    await rag.add(sevenDocuments())
    const error = await caught(rag.ask("q?"))
    expect(outcomesOf(error)).toHaveLength(7)
    expect(usageOf(error)?.calls).toBe(9)
    expect(usageOf(new Error("no run"))).toBeUndefined()
    expect(usageOf("no run")).toBeUndefined()
    expect(outcomesOf(undefined)).toEqual([])
  })
})

describe("usage by document", () => {
  it("adds up with what is shared to the total, and each call says stage and document", async () => {
    const llm = codeWordModel()
    const embedder = fakeEmbedder()
    const rag = spdRag({
      llm,
      embedder,
      agentOptions: { readWholeTokens: 0 },
      prices: { "fake-llm": { inputPerMillionTokens: 1 } },
    })
    await rag.add(sevenDocuments())
    const { usage } = await rag.ask("q?")
    const ids = sevenDocuments().map(({ id }) => id)
    expect(Object.keys(usage.byDocument).sort()).toEqual(ids)
    for (const figure of ["calls", "inputTokens", "outputTokens", "cachedInputTokens", "cost"] as const) {
      const parts = [...Object.values(usage.byDocument), usage.shared].map((totals) => totals[figure])
      expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(usage[figure], 9)
    }
    expect(usage.byDocument["doc-3"]?.calls).toBe(2)
    // The plan, the answer, and the vector of the query that all agents make.
    expect(usage.shared.calls).toBe(3)
    const origins = llm.calls.map(({ stage, documentId }) => `${stage} ${documentId}`)
    expect(new Set(origins)).toEqual(
      new Set(["coordinator undefined", "synthesis undefined", ...ids.map((id) => `agent ${id}`)]),
    )
  })
})
