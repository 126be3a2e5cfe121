import { LimitExceededError, NoFindingsError, outcomesOf, type SpdRagEvent, spdRag } from "spd-rag"
import { fakeClock, fakeEmbedder, fakeLLM } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { codeWordModel, codeWordReply, sevenDocuments, stageOf } from "../support/model"

const QUESTION = "What are the code words?"

function statuses(documents: readonly { readonly status: string }[]) {
  const counts: Record<string, number> = {}
  for (const { status } of documents) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe("limits", () => {
  it("of calls: what was read by then is answered from, the rest is skipped and said so", async () => {
    const llm = codeWordModel()
    const set = spdRag({ llm, concurrency: 1 })
    await set.add(sevenDocuments())
    const events: SpdRagEvent[] = []
    const answer = await set.ask(QUESTION, {
      limits: { maxCalls: 6 },
      onEvent: (event) => events.push(event),
    })
    expect(llm.calls.length).toBeLessThanOrEqual(6)
    expect(statuses(answer.documents)).toEqual({ answered: 3, failed: 1, skipped: 3 })
    expect(answer.documents.at(-1)).toMatchObject({ status: "skipped", reason: "limit" })
    expect(events.filter(({ type }) => type === "limit")).toHaveLength(1)
    expect(answer.text).toContain("alpha [1]")
    expect(answer.warnings.map(({ code }) => code)).toEqual(["documents-failed", "documents-skipped"])
  })

  it.each([2_000, 4_000, 8_000, 16_000])(
    "of tokens hold, %i of them, also when documents are read at once",
    async (maxTokens) => {
      const set = spdRag({
        llm: codeWordModel(),
        concurrency: 7,
        countTokens: (text) => Math.ceil(text.length / 4),
      })
      await set.add(sevenDocuments())
      const answer = await set.ask(QUESTION, { limits: { maxTokens } }).catch((error: unknown) => {
        expect(error instanceof LimitExceededError || error instanceof NoFindingsError, String(error)).toBe(
          true,
        )
        return undefined
      })
      if (answer === undefined) return
      expect(answer.documents).toHaveLength(7)
      expect(answer.usage.inputTokens + answer.usage.outputTokens).toBeLessThanOrEqual(maxTokens)
    },
  )

  it("of tokens hold when every call uses all that it was given", async () => {
    const maxTokens = 40_000
    const llm = fakeLLM((request) => {
      const reply = codeWordReply(request)
      const text = typeof reply === "string" ? reply : JSON.stringify(reply.json)
      const inputTokens = request.messages.reduce(
        (sum, { content }) => sum + Math.ceil(content.length / 4),
        0,
      )
      return { text, usage: { inputTokens, outputTokens: request.maxOutputTokens ?? 0 } }
    })
    const set = spdRag({ llm, concurrency: 7, countTokens: (text) => Math.ceil(text.length / 4) })
    await set.add(sevenDocuments())
    const answer = await set.ask(QUESTION, { limits: { maxTokens } })
    expect(answer.usage.inputTokens + answer.usage.outputTokens).toBeLessThanOrEqual(maxTokens)
    expect(statuses(answer.documents).answered).toBeGreaterThan(0)
    expect(statuses(answer.documents).answered).toBeLessThan(7)
  })

  it("of money need the prices and hold", async () => {
    const prices = { "fake-llm": { inputPerMillionTokens: 100, outputPerMillionTokens: 1_000 } }
    const set = spdRag({
      llm: codeWordModel(),
      prices,
      concurrency: 2,
      countTokens: (text) => Math.ceil(text.length / 4),
    })
    await set.add(sevenDocuments())
    const free = await set.ask(QUESTION)
    expect(free.usage.cost).toBeCloseTo(
      (free.usage.inputTokens * 100 + free.usage.outputTokens * 1_000) / 1e6,
      9,
    )
    const maxCost = 0.75 * free.usage.cost
    const capped = await set.ask(QUESTION, { limits: { maxCost } }).catch((error: unknown) => error)
    if (capped instanceof Error) expect(capped).toBeInstanceOf(LimitExceededError)
    else expect((capped as typeof free).usage.cost).toBeLessThanOrEqual(maxCost)
  })

  it("of time stop reading and leave a share for the synthesis", async () => {
    const clock = fakeClock()
    const llm = fakeLLM(async (request) => {
      if (stageOf(request) === "agent") await clock.sleep(10_000, request.signal)
      return codeWordReply(request)
    })
    const set = spdRag({ llm, clock, concurrency: 1 })
    await set.add(sevenDocuments())
    const answer = await set.ask(QUESTION, { limits: { maxDurationMs: 45_000 } })
    expect(statuses(answer.documents)).toEqual({ answered: 3, failed: 1, skipped: 3 })
    expect(answer.durationMs).toBeLessThanOrEqual(45_000)
  })

  it("reached in the synthesis hand over what was read", async () => {
    const set = spdRag({
      llm: codeWordModel(),
      embedder: fakeEmbedder(),
      synthesis: { maxBatchTokens: 600 },
      concurrency: 1,
    })
    await set.add(sevenDocuments())
    const error: unknown = await set
      .ask(QUESTION, { limits: { maxCalls: 10 } })
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(LimitExceededError)
    expect(outcomesOf(error)).toHaveLength(7)
    expect(outcomesOf(error)[0]).toMatchObject({
      status: "answered",
      findings: { answers: [{ answer: "alpha" }] },
    })
  })
})
