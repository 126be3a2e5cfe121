import { spdRag } from "spd-rag"
import { resolveColumn } from "spd-rag/tables"
import { fakeLLM, promptOf, rowReply, shownIn } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { z } from "zod"

const COLUMN = {
  name: "law",
  type: "text",
  required: false,
  nullable: true,
  schema: { type: "string" },
} as const

const groups = (...values: readonly (readonly number[])[]) => ({
  json: { groups: values.map((list) => ({ values: list })) },
})

describe("resolveColumn", () => {
  it.each([
    ["case and punctuation", ["New York", "NEW YORK.", "New York"], [["NEW YORK.", "New York"]]],
    ["accents", ["Zürich", "Zurich", "Zürich"], [["Zurich", "Zürich"]]],
    ["dates", ["4 March 2021", "2021-03-04", "2021-03-04"], [["4 March 2021", "2021-03-04"]]],
    ["numbers with scales", ["$3 million", "$3,000,000", "$3 million"], [["$3,000,000", "$3 million"]]],
  ])("joins by rule: %s", async (_, values, expected) => {
    const { mappings } = await resolveColumn({ column: COLUMN, values })
    expect(mappings.map(({ from, to }) => [from, to])).toEqual(expected)
    expect(mappings.every(({ by, column }) => by === "rule" && column === "law")).toBe(true)
  })

  it.each([
    ["units", ["3 days", "3 months"]],
    ["letters that may be a scale", ["$3m", "$3"]],
    ["signs", ["-5 points", "5 points"]],
    ["dates of two readings", ["03/04/2021", "2021-03-04"]],
    ["a date in a sentence", ["signed on 4 March 2021", "4 March 2021"]],
  ])("keeps apart by rule: %s", async (_, values) => {
    expect((await resolveColumn({ column: COLUMN, values })).mappings).toEqual([])
  })

  it("joins by the model what rules do not, to the most frequent value, in one call of a batch", async () => {
    const llm = fakeLLM([groups([1, 2, 3])])
    const values = ["NY", "State of New York", "State of New York", "New York, USA", "Texas"]
    const { mappings } = await resolveColumn({ column: COLUMN, values, llm })
    expect(promptOf(llm.calls[0]!)).toContain('1. "New York, USA"')
    expect(mappings).toEqual([
      { column: "law", from: "New York, USA", to: "State of New York", by: "model" },
      { column: "law", from: "NY", to: "State of New York", by: "model" },
    ])
  })

  it("refuses a join of values that differ in digits, and says so", async () => {
    const { mappings, refused } = await resolveColumn({
      column: COLUMN,
      values: ["Section 4", "Section 5"],
      llm: fakeLLM([groups([1, 2])]),
    })
    expect([mappings, refused]).toEqual([[], [["Section 5", "Section 4"]]])
  })

  it.each([
    ["numbers that stand for nothing", groups([1, 99], [-1, 0])],
    ["a group in another shape", { json: { groups: ["1", [7]] } }],
  ])("%s change nothing", async (_, reply) => {
    const { mappings } = await resolveColumn({
      column: COLUMN,
      values: ["Ohio", "Iowa"],
      llm: fakeLLM([reply]),
    })
    expect(mappings).toEqual([])
  })

  it("asks about a thousand values in batches of a bounded size", async () => {
    const llm = fakeLLM(() => groups())
    const values = Array.from(
      { length: 1_000 },
      (_, at) => `Name ${String.fromCharCode(97 + (at % 26))}${"x".repeat(at / 26)}`,
    )
    await resolveColumn({ column: COLUMN, values, llm })
    expect(llm.calls).toHaveLength(10)
    for (const call of llm.calls) expect(shownIn(call).match(/^\d+\. /gm)).toHaveLength(100)
  })
})

describe("rag.table with resolve", () => {
  const laws = ["State of New York", "New York, USA", "Texas", "state of new york"]
  const ragOf = async (reply: Parameters<typeof fakeLLM>[0]) => {
    const rag = spdRag({ llm: fakeLLM(reply) })
    await rag.add(laws.map((law, at) => ({ id: `d${at}`, text: `The law of ${law} governs.` })))
    return rag
  }

  it("brings values to one, keeps the words as written, and names every mapping", async () => {
    const rag = await ragOf((request) => {
      const [quotes = "", law = ""] = /The law of ([\w, ]+) governs\./.exec(shownIn(request)) ?? []
      return quotes === "" ? groups([1, 2]) : rowReply({ law: { value: law, quotes, written: law } })
    })
    const { rows, mappings } = await rag.table({ columns: z.object({ law: z.string() }), resolve: true })
    expect(rows.map(({ values }) => values.law)).toEqual([
      "State of New York",
      "State of New York",
      "Texas",
      "State of New York",
    ])
    expect(rows.map(({ cells }) => cells.law?.written)).toEqual(laws)
    expect(mappings.map(({ from, by }) => [from, by])).toEqual([
      ["state of new york", "rule"],
      ["New York, USA", "model"],
    ])
  })

  it("a model that fails leaves what rules join, with a warning", async () => {
    const rag = await ragOf((request) => {
      const [quotes = "", law = ""] = /The law of ([\w, ]+) governs\./.exec(shownIn(request)) ?? []
      return quotes === "" ? "no JSON" : rowReply({ law: { value: law, quotes } })
    })
    const { mappings, warnings } = await rag.table({
      columns: z.object({ law: z.string() }),
      resolve: ["law"],
    })
    expect(mappings).toHaveLength(1)
    expect(warnings.map(({ code }) => code)).toEqual(["mapping-failed"])
  })

  it("names of columns that are no texts of the table are refused", async () => {
    const rag = await ragOf([])
    const table = rag.table({ columns: z.object({ cap: z.number() }), resolve: ["cap"] })
    await expect(table).rejects.toMatchObject({ name: "InvalidArgumentError", argument: "resolve[0]" })
  })
})
