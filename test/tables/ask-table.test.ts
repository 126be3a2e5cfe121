import { type LLMRequest, spdRag } from "spd-rag"
import {
  type FakeReply,
  fakeLLM,
  foundReply,
  planReply,
  promptOf,
  rowReply,
  shownIn,
  stageOf,
} from "spd-rag/testing"
import { describe, expect, it } from "vitest"

const LAWS = ["Texas", "New York", "New York", "Ohio"]
const COLUMNS = [{ name: "law", description: "governing law", type: "text", unit: "", choices: [] }]
const COUNT = 'SELECT "law", COUNT(*) AS contracts FROM rows GROUP BY "law" ORDER BY contracts DESC, "law"'

const tablePlan = (sql: string, kind = "table") => ({
  json: { kind, reasoning: "", rows: "document", columns: COLUMNS, sql },
})

function scripted(script: { readonly plans?: readonly FakeReply[]; readonly words?: readonly string[] }) {
  const plans = [...(script.plans ?? [tablePlan(COUNT)])]
  const words = [...(script.words ?? ["Most contracts, 2, are under the law of New York."])]
  return (request: LLMRequest): FakeReply => {
    if (promptOf(request).includes("You plan a table")) return plans.shift()!
    if (promptOf(request).includes("You are given values of one column")) return { json: { groups: [] } }
    if (stageOf(request) === "coordinator") return planReply(["State the law."])
    if (request.jsonSchema === undefined) return words.shift()!
    const [quotes = "", law = ""] = /The law of ([\w ]+) governs\./.exec(shownIn(request)) ?? []
    const isRow = "row" in (request.jsonSchema.properties as object)
    return isRow
      ? rowReply({ law: { value: law, quotes, written: law } })
      : foundReply({ answer: law, quotes })
  }
}

async function ragOf(script: Parameters<typeof scripted>[0] = {}) {
  const llm = fakeLLM(scripted(script))
  const rag = spdRag({ llm })
  await rag.add(LAWS.map((law, at) => ({ id: `c${at}`, text: `The law of ${law} governs.` })))
  return { rag, llm }
}

describe('ask with mode: "table"', () => {
  it("code computes, the model puts words beside it, and no line is lost", async () => {
    const { rag } = await ragOf()
    const answer = await rag.ask("How many contracts by law?", { mode: "table" })
    expect(answer.computed?.sql).toBe(COUNT)
    expect(answer.computed?.result.rows.map(({ values }) => values)).toEqual([
      ["New York", 2],
      ["Ohio", 1],
      ["Texas", 1],
    ])
    expect(
      answer.text.startsWith("Most contracts, 2, are under the law of New York.\n\n| law | contracts |"),
    ).toBe(true)
    expect(answer.text).toMatch(/\| New York \| 2 \| \[1\]\[2\] \|/)
    expect(answer.table?.rows).toHaveLength(4)
    expect(answer.plan.tasks).toEqual(["law: governing law"])
    for (const { quote, documentId } of answer.citations) {
      expect(quote).toBe(`The law of ${LAWS[Number(documentId.slice(1))]} governs.`)
    }
  })

  it("words that name another number are asked for once more, then left out", async () => {
    const mended = await ragOf({ words: ["There are 97.", "New York leads with 2."] })
    expect((await mended.rag.ask("How many?", { mode: "table" })).text).toMatch(/^New York leads with 2\./)
    const { rag } = await ragOf({ words: ["There are 97.", "There are 98."] })
    const answer = await rag.ask("How many?", { mode: "table" })
    expect(answer.text.startsWith("| law | contracts |")).toBe(true)
    expect(answer.warnings.map(({ code }) => code)).toEqual(["answer-unsupported"])
  })

  it("a query that fails is repaired once; then the rows are given without it", async () => {
    const bad = tablePlan("SELECT nothing FROM rows")
    const repaired = await ragOf({ plans: [bad, { json: { sql: COUNT } }] })
    expect((await repaired.rag.ask("How many?", { mode: "table" })).computed?.sql).toBe(COUNT)
    const { rag } = await ragOf({ plans: [bad, { json: { sql: "DROP TABLE rows" } }], words: ["See below."] })
    const answer = await rag.ask("How many?", { mode: "table" })
    expect(answer.computed?.sql).toBeUndefined()
    expect(answer.computed?.result.rows).toHaveLength(4)
    expect(answer.warnings.map(({ code }) => code)).toEqual(["query-failed"])
  })

  it("auto goes the way of before where the question is not one for a table", async () => {
    const { rag } = await ragOf({ plans: [tablePlan("", "prose")], words: ["They name four laws [E1]."] })
    const answer = await rag.ask("What do they say?", { mode: "auto" })
    expect(answer.table).toBeUndefined()
    expect(answer.plan.tasks).toEqual(["State the law."])
  })

  it("prose is the default: no table is planned", async () => {
    const { rag, llm } = await ragOf({ words: ["They name four laws [E1]."] })
    await rag.ask("How many?")
    expect(llm.calls.some((call) => promptOf(call).includes("You plan a table"))).toBe(false)
  })
})

describe("rag.table without columns", () => {
  it("the coordinator plans them from the question", async () => {
    const { rag } = await ragOf({ plans: [{ json: { reasoning: "", rows: "document", columns: COLUMNS } }] })
    const { columns, rows } = await rag.table({ question: "Which laws?" })
    expect(columns).toMatchObject([
      { name: "law", description: "governing law", type: "text", nullable: true },
    ])
    expect(rows.map(({ values }) => values.law)).toEqual(LAWS)
  })

  it("a plan of more columns than are taken is asked for once more, and none is left out", async () => {
    const many = Array.from({ length: 31 }, (_, at) => ({ ...COLUMNS[0], name: `c${at}` }))
    const plans = [many, COLUMNS].map((columns) => ({ json: { reasoning: "", rows: "document", columns } }))
    const { rag, llm } = await ragOf({ plans })
    const { columns } = await rag.table({ question: "Which laws?" })
    expect(columns.map(({ name }) => name)).toEqual(["law"])
    expect(promptOf(llm.calls[1]!)).toContain("30 at most, and hold 31")
  })

  it("needs a question", async () => {
    const { rag } = await ragOf()
    await expect(rag.table({})).rejects.toMatchObject({ name: "InvalidArgumentError", argument: "question" })
  })
})
