import { spdRag } from "spd-rag"
import { type FakeReply, fakeLLM, rowReply, rowsReply } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { tableRows } from "../../src/tables/table-rows"

const TEXT = "The buyer pays 30 euros within 30 days."
const COLUMNS = z.object({ amount: z.number().nullable(), who: z.string().nullable() })
const AMOUNT = { quotes: [TEXT], written: "30 euros", status: "found", value: 30 }
const WHO = { quotes: [TEXT], written: "The buyer", status: "found", value: "The buyer" }

async function tableOf(reply: readonly FakeReply[] | (() => FakeReply), text = TEXT) {
  const llm = fakeLLM(reply)
  const rag = spdRag({ llm })
  await rag.add({ id: "text", text })
  return { llm, table: await rag.table({ columns: COLUMNS }) }
}

describe("replies of other shapes mean the same row", () => {
  it.each([
    ["the row without its wrapper", { amount: AMOUNT, who: WHO }],
    ["a list of one row", { rows: [{ amount: AMOUNT, who: WHO }] }],
    ["a list alone", [{ amount: AMOUNT, who: WHO }]],
    ["columns by number", { row: { column1: AMOUNT, column2: WHO } }],
    ["names in another case", { ROW: { Amount: AMOUNT, WHO } }],
    ["an answer in place of a value", { row: { amount: { quote: TEXT, answer: "30" }, who: WHO } }],
    [
      "a tool call around it",
      { name: "report", arguments: JSON.stringify({ row: { amount: AMOUNT, who: WHO } }) },
    ],
    [
      "two rows where one is asked for",
      {
        rows: [
          { amount: AMOUNT, who: null },
          { amount: null, who: WHO },
        ],
      },
    ],
  ])("%s", async (_, json) => {
    const { table, llm } = await tableOf([{ json }])
    expect(llm.calls).toHaveLength(1)
    expect(table.rows[0]?.values).toEqual({ amount: 30, who: "The buyer" })
  })

  it("plain values get the sentence that holds them, or are unsupported", async () => {
    const { table } = await tableOf([{ json: { row: { amount: "30 euros", who: "Nobody At All" } } }])
    expect(table.rows[0]?.cells.who?.support).toBe("unsupported")
    expect(table.rows[0]?.values.amount).toBe(30)
  })

  it("the rules given back as a value are unsupported, whatever is quoted", async () => {
    const value = "a short text in the document's own words"
    const { table } = await tableOf([{ json: { row: { amount: AMOUNT, who: { ...WHO, value } } } }])
    expect(table.rows[0]?.cells.who?.support).toBe("unsupported")
  })

  it("the words of the rules are a value where the document has them itself", async () => {
    const value = "a number in digits alone"
    const rag = spdRag({
      llm: fakeLLM(() => rowReply({ who: { value, quotes: `The price is ${value}.`, written: "" } })),
    })
    await rag.add({ id: "text", text: `Clause one. The price is ${value}. Clause two.` })
    const { rows } = await rag.table({ columns: z.object({ who: z.string() }) })
    expect(rows[0]?.cells.who?.support).toBe("quoted")
  })

  it("a value that is left out of a found entry is the words that are written for it", async () => {
    const { table, llm } = await tableOf([
      { json: { row: { amount: { ...AMOUNT, quotes: [], value: "" }, who: { ...WHO, value: "" } } } },
    ])
    expect(llm.calls).toHaveLength(1)
    expect(table.rows[0]?.values).toEqual({ amount: 30, who: "The buyer" })
    expect(table.rows[0]?.cells.amount?.quotes[0]?.text).toBe(TEXT)
  })

  it("prose and a fence around it, and JSON that is cut and then whole", async () => {
    const json = JSON.stringify({ row: { amount: AMOUNT, who: WHO } })
    const fenced = await tableOf([`Here it is:\n\`\`\`json\n${json}\n\`\`\`\nDone.`])
    expect(fenced.table.rows[0]?.values).toEqual({ amount: 30, who: "The buyer" })
    const cut = await tableOf([{ text: json.slice(0, 100), finishReason: "length" }, json])
    expect(cut.table.rows[0]?.values).toEqual({ amount: 30, who: "The buyer" })
  })
})

describe("hostile cells", () => {
  it("every quote of a cell is kept, however many there are", async () => {
    const quotes = Array.from({ length: 20 }, (_, at) => `Party number ${at} signs for itself.`)
    const rag = spdRag({ llm: fakeLLM(() => rowReply({ parties: { value: "all", quotes, written: "" } })) })
    await rag.add({ id: "text", text: quotes.join(" Then this. ") })
    const { rows } = await rag.table({ columns: z.object({ parties: z.string() }) })
    expect(rows[0]?.cells.parties?.quotes.map(({ text }) => text)).toEqual(quotes)
  })

  it("a megabyte of text is a cell like others, without a quote", async () => {
    const value = "word ".repeat(200_000)
    const { table } = await tableOf(() => rowReply({ amount: undefined, who: { value, quotes: value } }))
    expect(table.rows[0]?.cells.who).toMatchObject({
      status: "found",
      unverifiedQuotes: 1,
      support: "unsupported",
    })
  })

  it.each(["<script>alert(1)</script>", "=HYPERLINK(1)", "'; DROP TABLE rows; --", "| a | b |"])(
    "%s stays text, harmless in every export",
    async (value) => {
      const { table } = await tableOf(() => rowReply({ amount: undefined, who: { value, quotes: TEXT } }))
      expect(table.rows[0]?.values.who).toBe(value)
      expect(table.toCSV()).not.toMatch(/(?:^|,)"?=/m)
      expect(table.toMarkdown()).not.toContain("<script>")
      expect(JSON.parse(JSON.stringify(table))[0].values.who).toBe(value)
      const { rows } = await table.query("SELECT who FROM rows")
      expect(rows[0]?.values).toEqual([value])
    },
  )

  it("no JSON at all fails the document, not the table", async () => {
    const { table } = await tableOf(() => "I can't do that.")
    expect(table.documents[0]?.status).toBe("failed")
    expect(table.rows[0]?.cells.who?.status).toBe("unread")
  })

  it("a long list of rows is kept whole", async () => {
    const llm = fakeLLM(() =>
      rowsReply(Array.from({ length: 6_000 }, () => ({ who: { value: "x" }, amount: undefined }))),
    )
    const rag = spdRag({ llm })
    await rag.add({ id: "text", text: TEXT })
    const { rows } = await rag.table({ columns: COLUMNS, rows: "many" })
    expect(rows).toHaveLength(6_000)
  })
})

it("ten thousand rows of twenty columns hold the cells that were found, and nothing else is made of them", () => {
  const names = Array.from({ length: 20 }, (_, at) => `c${at}`)
  const columns = names.map(
    (name) => ({ name, type: "text", required: false, nullable: false, schema: {} }) as const,
  )
  const cells = Object.fromEntries(
    names.map((name) => [name, { status: "found", value: name, quotes: [] } as const]),
  )
  const outcomes = Array.from({ length: 10_000 }, (_, at) => ({
    documentId: `d${at}`,
    title: `d${at}`,
    status: "answered" as const,
    findings: {
      documentId: `d${at}`,
      title: "",
      relevance: 1,
      report: "",
      answers: [],
      rows: [{ cells }],
      searches: [],
      stopReason: "read-whole" as const,
    },
  }))
  const rows = tableRows(outcomes, { columns, rows: "document" }, new Map())
  expect(rows).toHaveLength(10_000)
  expect(rows.every((row) => row.cells === cells)).toBe(true)
})
