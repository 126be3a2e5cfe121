import { type LLMRequest, ProviderError, type SpdRagConfig, type SpdRagEvent, spdRag } from "spd-rag"
import { type FakeReply, fakeClock, fakeLLM, stageOf } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { codeWordModel, codeWordReply, promptOf, sevenDocuments, WORDS } from "../support/model"

type Fault = (request: LLMRequest) => FakeReply | undefined

const second = (contextWindow = 1_000_000) => codeWordModel({ modelId: "second", contextWindow })

async function asked(
  fault: Fault,
  config: Partial<SpdRagConfig> = {},
  fallback = second(),
  streamPieces?: number,
) {
  const first = fakeLLM({
    modelId: "first",
    ...(streamPieces !== undefined && { streamPieces }),
    reply: (request) => fault(request) ?? codeWordReply(request),
  })
  const events: SpdRagEvent[] = []
  const rag = spdRag({
    clock: fakeClock(),
    random: () => 0,
    llm: { coordinator: first, agent: first, synthesizer: first, fallback },
    ...config,
  })
  await rag.add(sevenDocuments())
  const onEvent = (event: SpdRagEvent) => {
    events.push(event)
  }
  const answer = await rag
    .ask("What are the code words?", { onEvent })
    .catch((error: unknown) => error as never)
  const fallbacks = events.flatMap((event) => (event.type === "call-fallback" ? [event] : []))
  return { answer, first, fallback, events, fallbacks }
}

const down: Fault = () => new ProviderError("down", { provider: "x", status: 503 })
const inStage =
  (stage: string, fault: Fault): Fault =>
  (request) =>
    stageOf(request) === stage ? fault(request) : undefined
const blocked: Fault = () => ({ text: "I will not", finishReason: "blocked" })

describe("llm.fallback", () => {
  it("answers each stage in place of a model that is down, which is asked once a minute; usage, events and warnings say so", async () => {
    const { answer, first, fallback, fallbacks } = await asked(down)
    for (const word of WORDS) expect(answer.text).toContain(word)
    expect(first.calls).toHaveLength(4)
    expect(fallback.calls).toHaveLength(9)
    expect(answer.usage.byModel.first?.calls).toBe(4)
    expect(answer.usage.byModel.second?.calls).toBe(9)
    expect(fallbacks).toHaveLength(9)
    expect(fallbacks[0]).toEqual({
      type: "call-fallback",
      stage: "coordinator",
      modelId: "first",
      fallbackModelId: "second",
      error: expect.objectContaining({ name: "RetriesExhaustedError" }),
    })
    expect(fallbacks.map(({ documentId }) => documentId)).toContain("doc-3")
    const warning = answer.warnings.find(({ code }) => code === "fallback-used")
    expect(warning?.message).toContain("second answered in place of first")
    expect(warning?.documentIds).toHaveLength(7)
  })

  it.each([
    ["refuses", blocked],
    ["refuses the request", () => new ProviderError("no", { provider: "x", status: 400 })],
    ["is gone", () => new ProviderError("no such model", { provider: "x", status: 404 })],
  ])("writes the answer where the model %s, streamed or not", async (_, fault: Fault) => {
    for (const pieces of [undefined, 5]) {
      const { answer, events, fallbacks } = await asked(inStage("synthesis", fault), {}, second(), pieces)
      for (const word of WORDS) expect(answer.text).toContain(word)
      expect(fallbacks.map(({ stage }) => stage)).toEqual(["synthesis"])
      let text = ""
      for (const event of events) {
        if (event.type === "answer-delta") text = event.restart ? event.text : text + event.text
      }
      expect(text).toBe(pieces === undefined ? text : answer.text)
    }
  })

  it("asks the model again for other documents, where it refused one", async () => {
    const refuse: Fault = (request) =>
      stageOf(request) === "agent" && promptOf(request).includes("bravo") ? blocked(request) : undefined
    const { answer, fallback, fallbacks } = await asked(refuse)
    expect(answer.documents.every(({ status }) => status === "answered")).toBe(true)
    expect(fallbacks.map(({ documentId }) => documentId)).toEqual(["doc-2"])
    expect(fallback.calls).toHaveLength(1)
  })

  it("is not asked for a prompt that it has no room for, a limit of the run, or a prompt too long for the first", async () => {
    const small = await asked(inStage("synthesis", down), {}, second(8_500))
    expect((small.answer as unknown as Error).name).toBe("RetriesExhaustedError")
    expect(small.fallback.calls).toEqual([])
    const limited = await asked(() => undefined, { limits: { maxCalls: 1 } })
    expect(limited.fallback.calls).toEqual([])
    const long = await asked(
      inStage("coordinator", () => new ProviderError("long", { provider: "x", status: 400, tooLong: true })),
    )
    expect(long.fallback.calls).toEqual([])
  })

  it("fails with its own failure where it fails too, and ends with an abort", async () => {
    const fallback = fakeLLM({
      modelId: "second",
      reply: () => new ProviderError("also down", { provider: "y", status: 401 }),
    })
    const { answer } = await asked(down, {}, fallback)
    expect((answer as unknown as Error).message).toContain("also down")
    const controller = new AbortController()
    const first = fakeLLM({
      reply: () => {
        controller.abort(new Error("enough"))
        return new ProviderError("down", { provider: "x", status: 400 })
      },
    })
    const never = second()
    const rag = spdRag({ llm: { coordinator: first, agent: first, synthesizer: first, fallback: never } })
    await rag.add(sevenDocuments())
    await expect(rag.ask("q?", { signal: controller.signal })).rejects.toThrow("enough")
    expect(never.calls).toEqual([])
  })

  it("has quota, price and limits of its own, and is checked like a model", async () => {
    const config = { rateLimits: { second: { concurrency: 1 } } }
    const { answer } = await asked(down, config)
    expect(answer.documents).toHaveLength(7)
    const llm = codeWordModel()
    const models = { coordinator: llm, agent: llm, synthesizer: llm }
    expect(() => spdRag({ llm: { ...models, fallback: {} as never } })).toThrow("`llm.fallback")
    expect(() => spdRag({ llm: { fallback: llm } })).toThrow("`llm.coordinator`")
    const prices = { "fake-llm": { inputPerMillionTokens: 1 } }
    const limits = { maxCost: 1 }
    expect(() => spdRag({ llm: { ...models, fallback: second() }, prices, limits })).toThrow(
      'prices["second"]',
    )
  })
})
