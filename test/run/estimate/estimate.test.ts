import fc from "fast-check"
import { type LLMRequest, type SpdRagConfig, spdRag } from "spd-rag"
import {
  type FakeReply,
  fakeEmbedder,
  fakeLLM,
  fakeReranker,
  findingsIn,
  foundReply,
  maySearch,
  planReply,
  searchReply,
  shownIn,
  stageOf,
  turnOf,
} from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { within } from "./within"

const countTokens = (text: string) => Math.ceil(text.length / 4)
const prices = {
  fake: { inputPerMillionTokens: 1, outputPerMillionTokens: 8 },
  "fake-embedder": { inputPerMillionTokens: 0.5 },
  "fake-reranker": { inputPerMillionTokens: 0, perBilledUnit: 0.002 },
}

interface Habits {
  readonly tasks: number
  readonly searches: number
  readonly findsAll: boolean
  readonly answerWords: number
}

/** Plans, searches, reports and merges as it is asked to, each time at the first attempt. */
function obedient({ tasks, searches, findsAll, answerWords }: Habits) {
  return (request: LLMRequest): FakeReply => {
    const stage = stageOf(request)
    if (stage === "coordinator") {
      return planReply(Array.from({ length: tasks }, (_, index) => `State what is said of thing ${index}.`))
    }
    if (stage === "synthesis") {
      const shown = shownIn(request)
      const markers = [...new Set(shown.match(/\[E\d+\]/g) ?? [])].slice(0, 400).join("")
      return `${findingsIn(request).length} findings say it ${markers}`.slice(
        0,
        3 * (request.maxOutputTokens ?? 100),
      )
    }
    if (maySearch(request) && turnOf(request) < searches) return searchReply(`thing ${turnOf(request)} said`)
    const quote = /Sentence \d+ says[^.]*\./.exec(shownIn(request))?.[0]
    const answer = { answer: "word ".repeat(answerWords).trim(), quotes: quote ?? [] }
    const found = quote !== undefined && findsAll
    return foundReply(...Array.from({ length: tasks }, () => (found ? answer : undefined)))
  }
}

const habits = fc.record({
  tasks: fc.integer({ min: 1, max: 20 }),
  searches: fc.integer({ min: 1, max: 5 }),
  findsAll: fc.boolean(),
  answerWords: fc.integer({ min: 1, max: 30 }),
})
const set = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 7 })
const setting = fc.record({
  readWholeTokens: fc.constantFrom(0, 1_000, 8_000),
  repeatPassages: fc.boolean(),
  hasEmbedder: fc.boolean(),
  hasReranker: fc.boolean(),
  maxBatchTokens: fc.constantFrom(3_000, 6_000, 750_000),
  quotesInMerges: fc.boolean(),
  isPlanned: fc.boolean(),
  chunkTokens: fc.constantFrom(100, 1_000),
  contextWindow: fc.constantFrom(40_000, 1_000_000),
})

const textOf = (sentences: number) =>
  Array.from({ length: sentences }, (_, index) => `Sentence ${index} says that thing ${index} is so.`).join(
    " ",
  )

describe("estimate", () => {
  it("holds what the run of an obedient model uses, by stage, and pays nothing", async () => {
    await fc.assert(
      fc.asyncProperty(habits, set, setting, async (habit, sizes, given) => {
        const llm = fakeLLM({
          reply: obedient(habit),
          modelId: "fake",
          contextWindow: given.contextWindow,
          countTokens,
        })
        const embedder = fakeEmbedder()
        const reranker = fakeReranker()
        const config: SpdRagConfig = {
          llm,
          countTokens,
          prices,
          ...(given.hasEmbedder && { embedder }),
          ...(given.hasReranker && { reranker }),
          retrieval: { chunkTokens: given.chunkTokens },
          agentOptions: { readWholeTokens: given.readWholeTokens, repeatPassages: given.repeatPassages },
          synthesis: { maxBatchTokens: given.maxBatchTokens, quotesInMerges: given.quotesInMerges },
        }
        const rag = spdRag(config)
        await rag.add(sizes.map((size, index) => ({ id: `document-${index}`, text: textOf(size) })))
        const tasks = Array.from(
          { length: habit.tasks },
          (_, index) => `State what is said of thing ${index}.`,
        )
        const plan = given.isPlanned ? { tasks, synthesisDirective: "In short." } : undefined
        const indexCalls = embedder.calls.length
        const estimate = await rag.estimate("What is so?", { plan })
        expect([llm.calls.length, embedder.calls.length, reranker.calls.length]).toEqual([0, indexCalls, 0])
        if (sizes.every((size) => size === 0)) return
        const { usage, documents } = await rag.ask("What is so?", { plan })
        expect(documents.filter(({ status }) => status === "failed")).toEqual([])
        within(usage, estimate, "all")
        for (const [stage, totals] of Object.entries(usage.byStage)) {
          within(totals, estimate.byStage[stage as "agent"]!, stage)
        }
        for (const stage of Object.keys(estimate.byStage)) {
          const least = estimate.byStage[stage as "agent"]!.calls.least
          expect(usage.byStage[stage as "agent"]?.calls ?? 0).toBeGreaterThanOrEqual(least)
        }
        const read = documents.filter(({ status }) => status !== "skipped").length
        expect(estimate.documents.read).toEqual({ least: read, most: read })
      }),
      { numRuns: 12 },
    )
  })

  const llm = () => fakeLLM({ reply: [], modelId: "fake", countTokens })

  it("is 0 for the coordinator and exact about tasks where the plan is given", async () => {
    const rag = spdRag({ llm: llm(), countTokens })
    await rag.add([{ id: "a", text: textOf(200) }])
    const open = await rag.estimate("What is so?")
    const planned = await rag.estimate("What is so?", {
      plan: { tasks: ["State what is so."], synthesisDirective: "In short." },
    })
    expect(open.byStage.coordinator?.calls).toEqual({ least: 1, most: 1 })
    expect(planned.byStage.coordinator).toBeUndefined()
    const { least, most } = planned.byStage.agent!.inputTokens
    expect(most - least).toBeLessThan(0.06 * most + 100)
    expect(open.byStage.agent!.inputTokens.most).toBeGreaterThan(most)
  })

  it("counts documents with text only, and with routing perhaps none", async () => {
    const embedder = fakeEmbedder()
    const rag = spdRag({ llm: llm(), embedder, countTokens })
    await rag.add([
      { id: "a", text: textOf(3) },
      { id: "b", text: textOf(4) },
      { id: "empty", text: "" },
    ])
    const all = await rag.estimate("q?")
    expect(all.documents).toEqual({
      asked: 3,
      read: { least: 2, most: 2 },
      tokens: countTokens(textOf(3)) + countTokens(textOf(4)),
    })
    const some = await rag.estimate("q?", { documents: ["a", "gone"] })
    expect(some.documents).toMatchObject({ asked: 2, read: { least: 1, most: 1 } })
    const routed = await rag.estimate("q?", { routing: { minScore: 0.2 } })
    expect(routed.documents.read).toEqual({ least: 0, most: 2 })
    expect(routed.byStage.agent?.calls).toEqual({ least: 0, most: 2 })
    expect(routed.byStage.search?.calls.least).toBe(1)
    expect(routed.calls.most).toBe(all.calls.most + routed.byStage.search!.calls.most)
  })

  it("names stages of one's own, and models without a price", async () => {
    const agent = async () => {
      throw new Error("not called")
    }
    const rag = spdRag({ llm: llm(), agent, countTokens, prices: {} })
    await rag.add([{ id: "a", text: textOf(3) }])
    const estimate = await rag.estimate("q?")
    expect(estimate.notEstimated).toEqual(["agent", "search"])
    expect(estimate.unpricedModels).toEqual(["fake"])
    expect(estimate.cost).toEqual({ least: 0, most: 0 })
    expect(structuredClone(JSON.parse(JSON.stringify(estimate)))).toEqual(estimate)
  })

  it("refuses what `ask` refuses, and ends when it is aborted", async () => {
    const rag = spdRag({ llm: llm(), countTokens })
    await expect(rag.estimate("q?")).rejects.toThrow("the store; it is empty")
    await rag.add([{ id: "a", text: textOf(3) }])
    await expect(rag.estimate(" ")).rejects.toThrow("Expected `question`")
    const tiny = spdRag({ llm: llm(), countTokens, synthesis: { maxBatchTokens: 10 } })
    await expect(tiny.estimate("q?")).rejects.toThrow("Expected `maxBatchTokens` to be at least")
    const reason = new Error("enough")
    await expect(rag.estimate("q?", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})
