import { ProviderError, spdRag } from "spd-rag"
import { normalRag } from "spd-rag/baselines"
import { fakeLLM } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import {
  type LoongData,
  type LoongInstance,
  loongPlots,
  loongTables,
  memoryRunLog,
  runLoong,
  seededRandom,
  summarizeLoong,
} from "../../src/evaluation"

const instance = (part: Partial<LoongInstance>): LoongInstance => ({
  id: "row",
  set: 4,
  type: "financial",
  level: 1,
  task: "spotlight",
  language: "en",
  question: "What is the revenue of A Corp?",
  instruction: "",
  prompt: "What is the revenue of A Corp?",
  judgeQuestion: "What is the revenue of A Corp?",
  answer: "$5",
  documents: [{ name: "A Corp", file: "a" }],
  problems: [],
  ...part,
})

const data: LoongData = {
  instances: [
    instance({ id: "right" }),
    instance({ id: "judge-is-mute" }),
    instance({ id: "gone", problems: ['document "B Corp" is missing'] }),
    instance({ id: "free", task: "chain", level: 4, answer: "It rose every year." }),
  ],
  unusable: [{ line: 9, id: "strange", reason: 'unknown type "novel"' }],
  async readDocuments({ id, problems }) {
    if (problems.length > 0) throw new Error(`${id}: ${problems.join()}`)
    return [{ id: "A Corp", text: `The revenue of A Corp is $5. (${id})` }]
  },
}
const answering = () => fakeLLM({ reply: () => "It is $5 [E1].", modelId: "priced" })
const prices = { priced: { inputPerMillionTokens: 1, outputPerMillionTokens: 1 } }
const systems = [{ name: "normal-rag", create: () => normalRag({ llm: answering(), prices }) }]

describe("a run of Loong", () => {
  const judge = fakeLLM(({ messages }) =>
    messages[1]?.content.includes("rose")
      ? "Rating: [[40]]"
      : judge.calls.length === 2
        ? "Very good."
        : "[[100]]",
  )

  it("counts failed and unrated instances, by name, and keeps them out of no mean", async () => {
    const records = await runLoong({ data, systems, judge, log: memoryRunLog() })
    const summary = summarizeLoong(records, seededRandom(1))
    expect(summary).toMatchObject({ instances: 5, failed: 2, unrated: 1, successRate: 0.6 })
    // 100 and 40 are rated, two failed count as 0, the mute judge's row leaves the mean.
    expect(summary.averageScore).toBe(35)
    expect(summary.perfectRate).toBe(25)
    // Two right numbers and the one with a missing document; free text and the unusable row need a judge.
    expect(summary.mechanical).toBe(3)
    expect(summary.mechanicalScore).toBeCloseTo(200 / 3, 10)
    const tables = loongTables(records)
    expect(tables).toContain('gone: failed, Error: gone: document "B Corp" is missing')
    expect(tables).toContain("strange (line 9): failed")
    expect(tables).toContain("judge-is-mute: unrated, the judge gave no number")
    expect(tables).toContain("| normal-rag | 5 | 2 | 1 | 60.0 | 35.0 [")
  })

  it("shows the judge question, gold and answer, and no document", async () => {
    const silent = fakeLLM(() => "[[1]]")
    await runLoong({ data, systems, judge: silent, log: memoryRunLog(), limit: 1 })
    const prompt = silent.calls[0]?.messages[1]?.content ?? ""
    for (const part of ["What is the revenue of A Corp?", "$5", "It is $5 [1]."])
      expect(prompt).toContain(part)
    expect(prompt).not.toContain("(right)")
  })

  it("keeps the answer where the judge fails", async () => {
    const broken = fakeLLM(() => new Error("no judge today"))
    const [record] = await runLoong({ data, systems, judge: broken, log: memoryRunLog(), limit: 1 })
    expect(record).toMatchObject({ status: "ok", text: "It is $5 [1].", judge: { error: "no judge today" } })
  })

  it("has a judge rate that takes no temperature but its own", async () => {
    const asked: (number | undefined)[] = []
    const reasoning = fakeLLM({
      reply: ({ temperature }) => {
        asked.push(temperature)
        return temperature === undefined
          ? "[[100]]"
          : new ProviderError("Bad request.", { provider: "fake", status: 400 })
      },
    })
    const [record] = await runLoong({ data, systems, judge: reasoning, log: memoryRunLog(), limit: 1 })
    expect(record).toMatchObject({ judge: { rating: 100 } })
    expect(asked).toEqual([0, undefined])
  })

  it("tells what a score costs", async () => {
    const records = await runLoong({ data, systems, log: memoryRunLog(), limit: 2 })
    const { cost, averageScore, mechanicalScore } = summarizeLoong(records, seededRandom(1))
    expect([averageScore, mechanicalScore]).toEqual([Number.NaN, 100])
    expect(loongTables(records)).toContain(` | ${(100 / cost).toFixed(0)} | ${cost.toFixed(4)} | `)
  })

  it("names models without a price", async () => {
    const free = [{ name: "normal-rag", create: () => normalRag({ llm: answering() }) }]
    const records = await runLoong({ data, systems: free, log: memoryRunLog(), limit: 2 })
    expect(loongTables(records)).toMatch(/at least 0\.0000 \| \S+ \| priced \|/)
  })

  it("goes on with what a log holds, and draws plots of it", async () => {
    const first = await runLoong({ data, systems, log: memoryRunLog(), limit: 2 })
    const asked: string[] = []
    const watched = [
      {
        name: "normal-rag",
        create: () => ({
          ...spdRag({ llm: answering() }),
          ask: async (q: string) => Promise.reject(asked.push(q)),
        }),
      },
    ]
    const again = await runLoong({ data, systems: watched as never, log: memoryRunLog(first), limit: 2 })
    expect(again).toEqual(first)
    expect(asked).toEqual([])
    const plots = loongPlots(first)
    expect([...plots.keys()]).toEqual([
      "score-by-task.svg",
      "score-by-domain.svg",
      "cost-against-score.svg",
      "latency.svg",
    ])
    for (const svg of plots.values()) expect(svg).toMatch(/^<svg [^>]+>[\s\S]+<\/svg>\n$/)
  })
})
