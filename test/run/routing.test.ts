import fc from "fast-check"
import {
  InvalidArgumentError,
  InvalidOutputError,
  NoFindingsError,
  outcomesOf,
  ProviderError,
  paperPreset,
  type SpdRagConfig,
  type SpdRagEvent,
  spdRag,
  type VectorStore,
} from "spd-rag"
import { memoryVectorStore } from "spd-rag/memory"
import { fakeClock, fakeEmbedder } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { createTermCoverage } from "../../src/retrieval/term-coverage"
import { runSteps } from "../../src/runtime/yield"
import { codeWordModel, documentText, stageOf } from "../support/model"

const QUESTION = "What are the code words?"
const MODES = ["hybrid", "dense", "lexical"] as const
/** Two that fit the task "State the code word.", one that shares no word with it, one blank. */
const documents = [
  { id: "yes-1", text: documentText("alpha", 2) },
  { id: "no", text: "Bees make honey. Wax comes from bees too." },
  { id: "blank", text: " " },
  { id: "yes-2", text: documentText("bravo", 2) },
]

function setOf(config: Partial<SpdRagConfig> = {}) {
  const llm = codeWordModel()
  const embedder = fakeEmbedder({ dimensions: 512 })
  return { llm, embedder, rag: spdRag({ llm, embedder, ...config }) }
}
const agentCalls = ({ llm }: ReturnType<typeof setOf>) =>
  llm.calls.filter((call) => stageOf(call) === "agent").length

describe("routing", () => {
  it.each(MODES)(
    "skips documents whose best passage fits no task, with the score, unread (%s)",
    async (mode) => {
      const set = setOf({ routing: { minScore: 0.3 }, retrieval: { mode } })
      await set.rag.add(documents)
      const indexCalls = set.embedder.calls.length
      const events: SpdRagEvent[] = []
      const answer = await set.rag.ask(QUESTION, { onEvent: (event) => events.push(event) })
      expect(answer.documents.map(({ documentId, status }) => [documentId, status])).toEqual([
        ["blank", "skipped"],
        ["no", "skipped"],
        ["yes-1", "answered"],
        ["yes-2", "answered"],
      ])
      expect(answer.documents[0]).toMatchObject({ reason: "empty" })
      const left = answer.documents[1]!
      expect(left).toMatchObject({ reason: "not-selected", score: expect.any(Number) })
      if (left.status === "skipped") expect(left.score).toBeLessThan(0.3)
      expect(agentCalls(set)).toBe(2)
      // One request for the tasks, however many documents.
      expect(set.embedder.calls.length - indexCalls).toBeLessThanOrEqual(mode === "lexical" ? 0 : 1)
      expect(events.find(({ type }) => type === "route-end")).toMatchObject({ documentCount: 3, selected: 2 })
      expect(answer.warnings).toContainEqual({
        code: "documents-skipped",
        message: "2 documents skipped, 1 as not selected.",
        documentIds: ["blank", "no"],
      })
    },
  )

  it.each(MODES)(
    "is off by default and in the paper's preset, and a question may set its own (%s)",
    async (mode) => {
      const set = setOf({ retrieval: { mode } })
      await set.rag.add(documents)
      const all = await set.rag.ask(QUESTION)
      expect(all.documents.filter(({ status }) => status !== "skipped")).toHaveLength(3)
      const some = await set.rag.ask(QUESTION, { routing: { minScore: 0.3 } })
      expect(some.documents.filter(({ status }) => status !== "skipped")).toHaveLength(2)
      expect(
        spdRag({ llm: set.llm, embedder: set.embedder, routing: { minScore: 0.3 }, ...paperPreset }),
      ).toBeDefined()
      expect(paperPreset.routing).toBe(false)

      const cheap = setOf({ retrieval: { mode }, routing: { minScore: 0.3 } })
      await cheap.rag.add(documents)
      const exhaustive = await cheap.rag.ask(QUESTION, { routing: false })
      expect(exhaustive.documents.filter(({ status }) => status !== "skipped")).toHaveLength(3)
    },
  )

  it("with every document below the threshold says so, with the best score, before any agent is paid", async () => {
    const set = setOf({ routing: { minScore: 0.999 } })
    await set.rag.add(documents)
    const error: unknown = await set.rag.ask(QUESTION).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(NoFindingsError)
    const scores = outcomesOf(error).flatMap((outcome) => ("score" in outcome ? [outcome.score!] : []))
    expect(scores).toHaveLength(3)
    expect(String(error)).toContain("skipped: not-selected")
    expect(String(error)).toContain(`scores ${Math.max(...scores).toFixed(3)}, below routing.minScore 0.999`)
    expect(agentCalls(set)).toBe(0)
  })

  /** Scored document by document. */
  const withoutNearest = (): VectorStore => {
    const { nearestByDocument: _, ...store } = memoryVectorStore()
    return store
  }

  it("reads a document whose passages can't be scored", async () => {
    const store = withoutNearest()
    const set = setOf({
      routing: { minScore: 0.3 },
      vectorStore: {
        ...store,
        search: async (request) => {
          if (request.documents[0]!.id === "no")
            throw new ProviderError("no", { provider: "fake", status: 400 })
          return store.search(request)
        },
      },
    })
    await set.rag.add(documents)
    const answer = await set.rag.ask(QUESTION)
    expect(answer.documents.find(({ documentId }) => documentId === "no")).toMatchObject({
      status: "not-found",
    })
  })

  it("asks a store without nearestByDocument for one document at a time", async () => {
    const store = withoutNearest()
    const asked: number[] = []
    const watching = {
      ...store,
      search: (request: Parameters<typeof store.search>[0]) => {
        asked.push(request.documents.length)
        return store.search(request)
      },
    }
    const set = setOf({ routing: { minScore: 0.3 }, vectorStore: watching })
    await set.rag.add(documents)
    await set.rag.ask(QUESTION)
    expect(new Set(asked)).toEqual(new Set([1]))
  })

  it("asks a store with nearestByDocument once, with every task and the revisions asked", async () => {
    const store = memoryVectorStore()
    const requests: Parameters<NonNullable<VectorStore["nearestByDocument"]>>[0][] = []
    const watching: VectorStore = {
      ...store,
      nearestByDocument: (request) => {
        requests.push(request)
        return store.nearestByDocument!(request)
      },
    }
    const set = setOf({ routing: { minScore: 0.3 }, vectorStore: watching })
    await set.rag.add(documents)
    const answer = await set.rag.ask(QUESTION)
    expect(requests).toHaveLength(1)
    expect(requests[0]!.vectors).toHaveLength(answer.plan.tasks.length)
    expect(requests[0]!.documents!.map(({ id }) => id)).toEqual(["no", "yes-1", "yes-2"])
    const plain = setOf({ routing: { minScore: 0.3 }, vectorStore: withoutNearest() })
    await plain.rag.add(documents)
    expect((await plain.rag.ask(QUESTION)).documents.map(({ status }) => status)).toEqual(
      answer.documents.map(({ status }) => status),
    )
  })

  it("reads a document that the store leaves out of its scores", async () => {
    const store = memoryVectorStore()
    const vectorStore: VectorStore = {
      ...store,
      nearestByDocument: async (request) =>
        (await store.nearestByDocument!(request)).filter(({ documentId }) => documentId !== "no"),
    }
    const set = setOf({ routing: { minScore: 0.3 }, vectorStore })
    await set.rag.add(documents)
    const answer = await set.rag.ask(QUESTION)
    expect(answer.documents.find(({ documentId }) => documentId === "no")).toMatchObject({
      status: "not-found",
    })
  })

  it.each([
    ["a document that was not asked for", [{ documentId: "other", revision: "r", score: 1 }]],
    ["another revision", [{ documentId: "no", revision: "r", score: 1 }]],
    ["a score that is no number", [{ documentId: "no", score: Number.NaN }]],
    ["a score that is no cosine", [{ documentId: "no", score: 7 }]],
    ["no score", [{ documentId: "no" }]],
    ["no list", undefined],
    ["text", "scores"],
    ["nothing in its list", [null]],
    [
      "a document twice",
      [
        { documentId: "no", score: 0.1 },
        { documentId: "no", score: 0.9 },
      ],
    ],
  ])("refuses a store that answers with %s", async (_, answer) => {
    const vectorStore: VectorStore = {
      ...memoryVectorStore(),
      nearestByDocument: async ({ documents: named }) =>
        (Array.isArray(answer)
          ? answer.map((entry) => entry && { ...named!.find(({ id }) => id === entry.documentId), ...entry })
          : answer) as never,
    }
    const set = setOf({ routing: { minScore: 0.3 }, vectorStore })
    await set.rag.add(documents)
    await expect(set.rag.ask(QUESTION)).rejects.toThrow(InvalidOutputError)
    expect(agentCalls(set)).toBe(0)
  })

  it("does not wait forever for a store that never answers", async () => {
    let asked = 0
    const vectorStore: VectorStore = {
      ...memoryVectorStore(),
      nearestByDocument: () => {
        asked++
        return new Promise(() => {})
      },
    }
    const set = setOf({
      routing: { minScore: 0.3 },
      vectorStore,
      clock: fakeClock(),
      retry: { maxAttempts: 2 },
    })
    await set.rag.add(documents)
    await expect(set.rag.ask(QUESTION)).rejects.toThrow(/vectorStore.nearestByDocument/)
    expect(asked).toBe(2)
    expect(agentCalls(set)).toBe(0)
  })

  it("ends with a typed error when the tasks can't be embedded", async () => {
    const set = setOf({
      embedder: fakeEmbedder({
        onCall: ({ purpose }) => {
          if (purpose === "query") throw new ProviderError("no", { provider: "fake", status: 400 })
        },
      }),
      routing: { minScore: 0.3 },
    })
    await set.rag.add(documents)
    await expect(set.rag.ask(QUESTION)).rejects.toThrow(ProviderError)
    expect(agentCalls(set)).toBe(0)
  })

  it.each([0, -0.5, 1.01, Number.NaN, "0.5", undefined])(
    "refuses the threshold %s up front",
    async (minScore) => {
      const routing = { minScore } as never
      expect(() => setOf({ routing })).toThrow(InvalidArgumentError)
      const set = setOf()
      await set.rag.add(documents)
      await expect(set.rag.ask(QUESTION, { routing })).rejects.toThrow(/routing.minScore/)
      expect(set.llm.calls).toHaveLength(0)
    },
  )

  it("refuses options that it does not know", () => {
    expect(() => setOf({ routing: { minScore: 0.5, topK: 3 } as never })).toThrow(/routing.topK/)
    expect(() => setOf({ routing: 0.5 as never })).toThrow(InvalidArgumentError)
  })
})

describe("createTermCoverage", () => {
  const scoresOf = (queries: readonly string[], texts: readonly (readonly string[])[]) => {
    const coverage = createTermCoverage(queries)
    return coverage.scores(texts.map((passages) => runSteps(coverage.heldSteps(passages))))
  }

  it("weighs terms by how few documents have them, in one passage, by the best query", () => {
    const [all, rare, common, none, spread] = scoresOf(
      ["the navy budget", "harbour"],
      [["the navy budget"], ["navy"], ["the the the"], ["bees"], ["the navy", "of the budget"], ["the end"]],
    )
    expect(all).toBe(1)
    expect(none).toBe(0)
    expect(rare).toBeGreaterThan(common!)
    expect(spread).toBeLessThan(1)
    expect(scoresOf(["navy", "harbour"], [["a harbour"], ["x"]])).toEqual([1, 0])
    expect(scoresOf(["???"], [["a"]])).toEqual([0])
    expect(scoresOf(["a"], [])).toEqual([])
  })

  it("stays in [0, 1] for any texts", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c", "\u56fd\u969b", "x y", "!"), { maxLength: 6 })
      .map((w) => w.join(" "))
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 4 }),
        fc.array(fc.array(text, { maxLength: 4 }), { maxLength: 5 }),
        (queries, texts) => {
          for (const score of scoresOf(queries, texts)) {
            expect(score).toBeGreaterThanOrEqual(0)
            expect(score).toBeLessThanOrEqual(1)
          }
        },
      ),
    )
  })
})
