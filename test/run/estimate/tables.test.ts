import fc from "fast-check"
import { type LLMRequest, spdRag } from "spd-rag"
import {
  type FakeReply,
  fakeEmbedder,
  fakeLLM,
  foundReply,
  maySearch,
  planReply,
  promptOf,
  rowReply,
  rowsReply,
  searchReply,
  shownIn,
  stageOf,
  turnOf,
} from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { within } from "./within"

const countTokens = (text: string) => Math.ceil(text.length / 4)
const prices = {
  fake: { inputPerMillionTokens: 1, outputPerMillionTokens: 8 },
  "fake-embedder": { inputPerMillionTokens: 0.5 },
}
const textOf = (sentences: number) =>
  Array.from({ length: sentences }, (_, at) => `Sentence ${at} says that thing ${at} is so.`).join(" ")

interface Habits {
  readonly kind: "table" | "prose"
  readonly rows: "document" | "many"
  readonly columns: number
  readonly searches: number
}

/** Plans, searches, reports and writes as it is asked to, each time at the first attempt. */
function obedient({ kind, rows, columns, searches }: Habits) {
  const names = Array.from({ length: columns }, (_, at) => `c${at}`)
  return (request: LLMRequest): FakeReply => {
    const prompt = promptOf(request)
    if (prompt.includes("You plan a table")) {
      const planned = names.map((name) => ({
        name,
        description: `thing ${name}`,
        type: "text",
        unit: "",
        choices: [],
      }))
      return {
        json: {
          kind,
          reasoning: "",
          rows,
          columns: planned,
          sql: 'SELECT "c0", COUNT(*) FROM rows GROUP BY "c0"',
        },
      }
    }
    if (prompt.includes("values of one column")) return { json: { groups: [] } }
    if (stageOf(request) === "coordinator") return planReply(["State what is so."])
    if (request.jsonSchema === undefined) return "It is so."
    if (maySearch(request) && turnOf(request) < searches) return searchReply(`thing ${turnOf(request)} said`)
    const quotes = [...shownIn(request).matchAll(/Sentence \d+ says[^.]*\./g)].map(([text]) => text)
    const cell = (quote = "") => ({ value: quote.slice(0, 30), quotes: quote })
    const {
      row,
      rows: list,
      answers,
    } = request.jsonSchema.properties as { [name: string]: { items?: object } }
    if (answers !== undefined) return foundReply({ answer: quotes[0] ?? "", quotes: quotes[0] })
    const asked = Object.keys(((row ?? list?.items ?? {}) as { properties?: object }).properties ?? {})
    const rowOf = (quote: string | undefined) => Object.fromEntries(asked.map((name) => [name, cell(quote)]))
    return row !== undefined ? rowReply(rowOf(quotes[0])) : rowsReply(quotes.slice(0, 10).map(rowOf))
  }
}

const habits = fc.record<Habits>({
  kind: fc.constantFrom("table", "table", "prose"),
  rows: fc.constantFrom("document", "many"),
  columns: fc.constantFrom(1, 3, 25),
  searches: fc.integer({ min: 1, max: 5 }),
})
const set = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 2 })
const setting = fc.record({
  readWholeTokens: fc.constantFrom(0, 500, 8_000),
  hasEmbedder: fc.boolean(),
  contextWindow: fc.constantFrom(40_000, 1_000_000),
})

describe("estimate of a table", () => {
  const ragOf = async (
    habit: Habits,
    sizes: readonly number[],
    given: {
      readonly readWholeTokens: number
      readonly hasEmbedder: boolean
      readonly contextWindow: number
    },
  ) => {
    const llm = fakeLLM({
      reply: obedient(habit),
      modelId: "fake",
      contextWindow: given.contextWindow,
      countTokens,
    })
    const rag = spdRag({
      llm,
      countTokens,
      prices,
      ...(given.hasEmbedder && { embedder: fakeEmbedder() }),
      agentOptions: { readWholeTokens: given.readWholeTokens },
    })
    await rag.add(sizes.map((size, at) => ({ id: `d${at}`, text: textOf(size) })))
    return { rag, llm }
  }

  it("holds what an obedient model uses for a question, by stage, and pays nothing", async () => {
    await fc.assert(
      fc.asyncProperty(
        habits,
        set,
        setting,
        fc.constantFrom("table", "auto"),
        async (habit, sizes, given, mode) => {
          const { rag, llm } = await ragOf(habit, sizes, given)
          const estimate = await rag.estimate("What is so?", { mode })
          expect(llm.calls).toEqual([])
          const { usage } = await rag.ask("What is so?", { mode })
          within(usage, estimate, "all")
          for (const [stage, totals] of Object.entries(usage.byStage))
            within(totals, estimate.byStage[stage as "agent"]!, stage)
        },
      ),
      { numRuns: 4 },
    )
  })

  const wide: Habits = { kind: "table", rows: "document", columns: 25, searches: 1 }
  const searched = { readWholeTokens: 0, hasEmbedder: false, contextWindow: 40_000 } as const

  it("holds what a request for a table uses, with columns given or planned, and with a sample", async () => {
    const request = fc.record({
      given: fc.boolean(),
      rows: fc.constantFrom("document", "many", undefined),
      passes: fc.constantFrom(1, 3),
      sample: fc.constantFrom(1, undefined),
      resolve: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        habits,
        set,
        setting,
        request,
        async (habit, sizes, setting, { given, ...options }) => {
          const { rag, llm } = await ragOf(habit, sizes, setting)
          const names = Array.from({ length: habit.columns }, (_, at) => `c${at}`)
          const columns = z.object(Object.fromEntries(names.map((name) => [name, z.string().nullable()])))
          const asked = { question: "What is so?", ...options, ...(given && { columns }) }
          const estimate = await rag.estimate(asked)
          expect(llm.calls).toEqual([])
          const { usage, documents } = await rag.table(asked)
          within(usage, estimate, "all")
          expect(estimate.documents).toMatchObject({ asked: documents.length })
        },
      ),
      {
        numRuns: 6,
        examples: [
          // Each of three passes has the columns of the second group asked for; two short sentences are two rows.
          [wide, [1], searched, { given: false, rows: "many", passes: 3, sample: 1, resolve: false }],
          [wide, [2, 1], searched, { given: false, rows: "many", passes: 1, sample: 1, resolve: true }],
        ],
      },
    )
  })

  it("is exact about calls where columns are given and documents are short", async () => {
    const { rag } = await ragOf({ kind: "table", rows: "document", columns: 25, searches: 1 }, [2, 3], {
      readWholeTokens: 8_000,
      hasEmbedder: false,
      contextWindow: 40_000,
    })
    const names = Array.from({ length: 25 }, (_, at) => [`c${at}`, z.string().nullable()])
    const { calls, byStage } = await rag.estimate({ columns: z.object(Object.fromEntries(names)) })
    // Twenty-five columns are two replies a document.
    expect(calls).toEqual({ least: 4, most: 4 })
    expect(byStage.coordinator).toBeUndefined()
  })

  it("names an agent of one's own as not estimated, and refuses what `table` refuses", async () => {
    const agent = async () => {
      throw new Error("not called")
    }
    const rag = spdRag({ llm: fakeLLM({ reply: [], modelId: "fake", countTokens }), agent, countTokens })
    await rag.add([{ id: "a", text: textOf(3) }])
    const { notEstimated, byStage } = await rag.estimate("q?", { mode: "table" })
    expect(notEstimated).toEqual(["agent", "search"])
    expect(byStage.coordinator?.calls).toEqual({ least: 1, most: 2 })
    await expect(rag.estimate({ columns: z.object({}) })).rejects.toMatchObject({ argument: "columns" })
    const reason = new Error("enough")
    await expect(rag.estimate({ question: "q?", signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})
