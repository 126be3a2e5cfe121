import { type LLMRequest, spdRag } from "spd-rag"
import { type FakeReply, type FakeRow, fakeLLM, promptOf, rowsReply, shownIn } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { z } from "zod"

const PAYMENT = z.object({ payee: z.string(), amount: z.number() })

function payments(count: number): string {
  return Array.from(
    { length: count },
    (_, at) => `On day ${at + 1} the company paid Payee${at + 1} an amount of ${(at + 1) * 10} dollars.`,
  ).join("\n\n")
}

/** Every payment that a prompt shows, as a faithful model reports them. */
function shownPayments(request: LLMRequest): readonly FakeRow[] {
  const shown = shownIn(request)
  return [...shown.matchAll(/On day \d+ the company paid (Payee\d+) an amount of (\d+) dollars\./g)].map(
    ([quotes, payee, amount]) => ({
      payee: { value: payee, quotes, written: payee! },
      amount: { value: Number(amount), quotes, written: `${amount} dollars` },
    }),
  )
}

async function ragOf(reply: (request: LLMRequest, call: number) => FakeReply, text: string, config = {}) {
  const llm = fakeLLM({ reply })
  const rag = spdRag({ llm, retrieval: { chunkTokens: 100, overlapTokens: 20 }, ...config })
  await rag.add({ id: "ledger", text })
  return { rag, llm }
}

describe('rag.table with rows: "many"', () => {
  it("reads a long document from its beginning to its end, keeps every row with its own quotes, and none twice", async () => {
    const text = payments(120)
    const { rag, llm } = await ragOf((request) => rowsReply(shownPayments(request)), text, {
      agentOptions: { readWholeTokens: 600 },
    })
    const { rows, documents } = await rag.table({ columns: PAYMENT, rows: "many" })
    expect(llm.calls.length).toBeGreaterThan(4)
    expect(rows.map(({ values }) => values.amount)).toEqual(
      Array.from({ length: 120 }, (_, at) => (at + 1) * 10),
    )
    expect(rows.map(({ index }) => index)).toEqual(rows.map((_, at) => at))
    expect(documents[0]).toMatchObject({ status: "answered" })
    for (const { cells } of rows) {
      const [quote] = cells.amount!.quotes
      expect(text.slice(quote!.start, quote!.end)).toBe(quote!.text)
      expect(quote!.text).toContain(String(cells.amount!.value))
    }
  })

  it("what one reply reports twice are two rows; an empty list is no row", async () => {
    const twice = {
      payee: { value: "A", quotes: "Paid A and A again 5 dollars each." },
      amount: { value: 5, quotes: "Paid A and A again 5 dollars each." },
    }
    const { rag } = await ragOf(() => rowsReply([twice, twice]), "Paid A and A again 5 dollars each.")
    expect((await rag.table({ columns: PAYMENT, rows: "many" })).rows).toHaveLength(2)
    const none = await ragOf(() => rowsReply([]), "No payment at all.")
    const table = await none.rag.table({ columns: PAYMENT, rows: "many" })
    expect(table.rows).toEqual([])
    expect(table.documents[0]?.status).toBe("not-found")
    expect(table.warnings.map(({ code }) => code)).toEqual(["table-empty"])
  })

  it("a report that is cut goes on behind its last row", async () => {
    const { rag, llm } = await ragOf((request, call) => {
      const rows = shownPayments(request)
      const whole = JSON.stringify(rowsReply(rows).json)
      // Cut, also with twice the room; then the rest.
      if (call < 2) return { text: whole.slice(0, Math.floor(whole.length / 2)), finishReason: "length" }
      const known = [...promptOf(request).matchAll(/^Row (\d+):/gm)].length
      return rowsReply(rows.slice(known))
    }, payments(20))
    const { rows, documents } = await rag.table({ columns: PAYMENT, rows: "many" })
    expect(llm.calls).toHaveLength(3)
    expect(rows).toHaveLength(20)
    expect(documents[0]?.status).toBe("answered")
  })

  it("a second pass finds what the first one missed, and adds nothing twice", async () => {
    const { rag, llm } = await ragOf((request, call) => {
      const rows = shownPayments(request)
      return rowsReply(call === 0 ? rows.slice(0, 8) : call === 1 ? rows.slice(6) : [])
    }, payments(10))
    const { rows } = await rag.table({ columns: PAYMENT, rows: "many", passes: 4 })
    expect(rows.map(({ values }) => values.payee)).toEqual(
      Array.from({ length: 10 }, (_, at) => `Payee${at + 1}`),
    )
    expect(llm.calls).toHaveLength(3)
    expect(promptOf(llm.calls[1]!)).toContain('payee "Payee8"')
  })

  it("a value that the schema refuses is asked for by its row's number", async () => {
    const { rag, llm } = await ragOf((request, call) => {
      const rows = shownPayments(request)
      if (call === 0)
        return rowsReply(
          rows.map((row, at) => (at === 1 ? { ...row, amount: { ...row.amount!, value: "much" } } : row)),
        )
      const [entry] = (rowsReply([rows[1]!]).json as { rows: object[] }).rows
      return { json: { rows: [{ row: 2, ...entry }] } }
    }, payments(3))
    const { rows } = await rag.table({ columns: PAYMENT, rows: "many" })
    expect(llm.calls).toHaveLength(2)
    expect(rows.map(({ values }) => values.amount)).toEqual([10, 20, 30])
  })

  it("many columns of many rows are reported group by group", async () => {
    const names = Array.from({ length: 30 }, (_, at) => `field_${at}`)
    const columns = z.object(Object.fromEntries(names.map((name) => [name, z.string()])))
    const { rag } = await ragOf((request) => {
      const { rows } = (request.jsonSchema as { properties: { rows: { items: { properties: object } } } })
        .properties
      const asked = Object.keys(rows.items.properties)
      const list = ["Payee1", "Payee2"].map((payee, at) => {
        const quotes = `On day ${at + 1} the company paid ${payee} an amount of ${(at + 1) * 10} dollars.`
        const cells = asked
          .filter((name) => name !== "row")
          .map((name) => [name, { value: `${payee}`, quotes, written: "", status: "found" }])
        return { row: at + 1, ...Object.fromEntries(cells) }
      })
      return { json: { rows: list } }
    }, payments(2))
    const { rows } = await rag.table({ columns, rows: "many" })
    expect(rows).toHaveLength(2)
    expect(Object.values(rows[1]!.values)).toEqual(names.map(() => "Payee2"))
  })
})
