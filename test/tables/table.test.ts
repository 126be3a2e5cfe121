import { type LLMRequest, type RunEvent, spdRag, type VectorStore } from "spd-rag"
import { memoryVectorStore } from "spd-rag/memory"
import { type FakeReply, fakeLLM, maySearch, rowReply, searchReply, shownIn } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { promptOf } from "../support/model"
import { interceptStore } from "../support/store"

const CONTRACT = z.object({
  law: z.string().describe("state or country whose law governs the contract"),
  expires: z.iso.date().nullable().describe("when it ends"),
  cap: z.number().optional().describe("liability cap").meta({ unit: "US dollars" }),
})

const TEXTS = {
  first:
    "This contract is governed by the laws of Ireland. It ends on 4 March 2027. Liability is capped at $3 million.",
  second: "This agreement is governed by the laws of Texas.",
  third: "A letter about the weather.",
}

/** What each document says, as a model would report it. */
const ROWS: Readonly<Record<keyof typeof TEXTS, FakeReply>> = {
  first: rowReply({
    law: {
      value: "Ireland",
      quotes: "This contract is governed by the laws of Ireland.",
      written: "Ireland",
    },
    expires: { value: "2027-03-04", quotes: "It ends on 4 March 2027.", written: "4 March 2027" },
    cap: { value: 3_000_000, quotes: "Liability is capped at $3 million.", written: "$3 million" },
  }),
  second: rowReply({
    law: { value: "Texas", quotes: "This agreement is governed by the laws of Texas." },
    expires: undefined,
    cap: undefined,
  }),
  third: rowReply({ law: undefined, expires: undefined, cap: undefined }),
}

function replyTo(request: LLMRequest): FakeReply {
  const shown = shownIn(request)
  const name = (Object.keys(TEXTS) as (keyof typeof TEXTS)[]).find((key) => shown.includes(TEXTS[key]))
  return ROWS[name!]
}

async function ragOf(
  reply: (request: LLMRequest, call: number) => FakeReply,
  texts: object = TEXTS,
  config = {},
) {
  const llm = fakeLLM({ reply })
  const rag = spdRag({ llm, ...config })
  await rag.add(Object.entries(texts).map(([id, text]) => ({ id, text: String(text), metadata: { id } })))
  return { rag, llm }
}

describe("rag.table", () => {
  it("gives a typed row a document, each cell with the words and verified quotes, in one call each", async () => {
    const { rag, llm } = await ragOf(replyTo)
    const events: RunEvent["type"][] = []
    const table = await rag.table({
      columns: CONTRACT,
      onEvent: ({ type }) => events.push(type as RunEvent["type"]),
    })
    const law: string | undefined = table.rows[0]?.values.law
    expect(law).toBe("Ireland")
    expect(table.rows.map(({ documentId, values }) => [documentId, values])).toEqual([
      ["first", { law: "Ireland", expires: "2027-03-04", cap: 3_000_000 }],
      ["second", { law: "Texas", expires: null }],
      ["third", { expires: null }],
    ])
    const cell = table.rows[0]!.cells.cap!
    expect(cell).toMatchObject({ status: "found", written: "$3 million", support: "quoted" })
    for (const { cells } of table.rows) {
      for (const { quotes } of Object.values(cells)) {
        for (const { text, start, end } of quotes)
          expect(TEXTS.first.slice(start, end) === text || TEXTS.second.slice(start, end) === text).toBe(true)
      }
    }
    expect(table.documents.map(({ status }) => status)).toEqual(["answered", "answered", "not-found"])
    expect(table.rows[1]?.metadata).toEqual({ id: "second" })
    expect(table.warnings).toEqual([])
    expect(llm.calls).toHaveLength(3)
    expect(events.at(0)).toBe("run-start")
    expect(events.at(-1)).toBe("table-end")
    expect(table.columns).toMatchObject([
      { name: "law", type: "text", required: true, nullable: false },
      { name: "expires", type: "date", required: false, nullable: true },
      { name: "cap", type: "number", unit: "US dollars", required: false },
    ])
  })

  it("a value that the schema refuses is asked for once more, with what was wrong; then it is invalid and says why", async () => {
    const quote = "Liability is capped at $3 million."
    const columns = z.object({ cap: z.number().max(1_000_000), law: z.string() })
    const law = { value: "Ireland", quotes: "This contract is governed by the laws of Ireland." }
    const { rag, llm } = await ragOf(
      (_, call) =>
        rowReply(
          call === 0
            ? { cap: { value: "between 1 and 2", quotes: quote }, law }
            : { cap: { value: 3_000_000, quotes: quote } },
        ),
      { first: TEXTS.first },
    )
    const { rows, warnings } = await rag.table({ columns })
    expect(llm.calls).toHaveLength(2)
    const again = promptOf(llm.calls[1]!)
    expect(again).toContain('you gave "between 1 and 2"')
    // The second request shows the document as the first did, so that its prefix is cached.
    const [first, second] = llm.calls.map(({ messages }) => messages.map(({ content }) => content).join(""))
    const shared = first!.slice(0, first!.indexOf("That was the whole document."))
    expect(second!.startsWith(shared)).toBe(true)
    expect(rows[0]?.cells.cap).toMatchObject({ status: "invalid", value: null })
    expect(rows[0]?.cells.cap?.problem).toMatch(/^3000000: .*1000000/)
    expect(rows[0]?.cells.cap?.quotes).toHaveLength(1)
    expect(rows[0]?.values).toEqual({ law: "Ireland" })
    expect(warnings.map(({ code }) => code)).toEqual(["cells-invalid"])
  })

  it("the repaired value counts", async () => {
    const quote = "Liability is capped at $3 million."
    const { rag } = await ragOf(
      (_, call) => rowReply({ cap: { value: call === 0 ? "a lot" : 3_000_000, quotes: quote } }),
      { first: TEXTS.first },
    )
    const { rows } = await rag.table({ columns: z.object({ cap: z.number() }) })
    expect(rows[0]?.cells.cap).toMatchObject({ status: "found", value: 3_000_000, support: "quoted" })
  })

  it.each([
    ["quoted", "It ends on 4 March 2027.", "2027-03-04", "found"],
    ["unsupported", "This contract is governed by the laws of Ireland.", "2031-09-10", "found"],
    ["computed", "It ends on 4 March 2027.", "2028-03-04", "computed"],
    ["unsupported", undefined, "2028-03-04", "computed"],
    ["unsupported", "words that the document does not hold", "2031-09-10", "found"],
  ] as const)("a date is %s by %j", async (support, quotes, value, status) => {
    const { rag } = await ragOf(() => rowReply({ expires: { value, quotes, status } }), {
      first: TEXTS.first,
    })
    const { rows, warnings } = await rag.table({ columns: z.object({ expires: z.iso.date() }) })
    expect(rows[0]?.cells.expires).toMatchObject({ status: "found", value, support })
    expect(warnings.some(({ code }) => code === "cells-unsupported")).toBe(support === "unsupported")
  })

  it("a value whose quote is missing gets the sentence of the document that holds it", async () => {
    const { rag } = await ragOf(() => rowReply({ end: { value: "2027-03-04" } }), { first: TEXTS.first })
    const columns = z.object({ end: z.iso.date().describe("when the contract ends") })
    const { rows } = await rag.table({ columns })
    expect(rows[0]?.cells.end).toMatchObject({
      support: "quoted",
      quotes: [{ text: expect.stringContaining("It ends on 4 March 2027."), foundByLibrary: true }],
    })
  })

  it("a long document is searched for all columns, and what is not looked for to the end is unread", async () => {
    const filler = Array.from({ length: 400 }, (_, at) => `Clause ${at} deals with deliveries.`).join("\n\n")
    const { rag, llm } = await ragOf(
      (request) => {
        if (maySearch(request) && request.messages.length < 3) return searchReply("governed by the laws")
        return rowReply({
          law: { value: "Ireland", quotes: "This contract is governed by the laws of Ireland." },
          expires: undefined,
          cap: undefined,
        })
      },
      { long: `${filler}\n\n${TEXTS.first}\n\n${filler}` },
      { agentOptions: { readWholeTokens: 0 } },
    )
    const { rows, documents } = await rag.table({ columns: CONTRACT, question: "Which law?" })
    expect(llm.calls).toHaveLength(2)
    expect(promptOf(llm.calls[0]!)).toContain("Which law?")
    expect(rows[0]?.values).toMatchObject({ law: "Ireland" })
    expect(documents[0]).toMatchObject({ status: "answered" })
    expect("findings" in documents[0]! && documents[0].findings.searches).toHaveLength(1)
  })

  it("many columns are split over calls of one size, which share all that stands before them", async () => {
    const names = Array.from({ length: 200 }, (_, at) => `column_${at}`)
    const columns = z.object(Object.fromEntries(names.map((name) => [name, z.string().optional()])))
    const { rag, llm } = await ragOf(
      (request) => {
        const { row } = (request.jsonSchema as { properties: { row: { properties: object } } }).properties
        const asked = Object.keys(row.properties)
        return rowReply(
          Object.fromEntries(asked.map((name) => [name, { value: `the weather`, quotes: TEXTS.third }])),
        )
      },
      { third: TEXTS.third },
    )
    const { rows } = await rag.table({ columns })
    expect(llm.calls).toHaveLength(10)
    const whole = llm.calls.map((call) => promptOf(call))
    const shared = whole[0]!.slice(0, whole[0]!.indexOf("Columns of this report"))
    for (const prompt of whole) expect(prompt.startsWith(shared)).toBe(true)
    expect(Object.keys(rows[0]!.cells)).toEqual(names)
    expect(Object.values(rows[0]!.cells).every(({ status }) => status === "found")).toBe(true)
  })

  it("the user's own check sends a row back once with its words; a row that is still refused says so", async () => {
    const seen: unknown[] = []
    const { rag, llm } = await ragOf(
      () =>
        rowReply({ law: { value: "Ireland", quotes: "This contract is governed by the laws of Ireland." } }),
      { first: TEXTS.first },
    )
    const table = await rag.table({
      columns: z.object({ law: z.string() }),
      validate: ({ values, documentId }) => {
        seen.push([documentId, values.law])
        return "Say the state, not the country."
      },
    })
    expect(seen).toEqual([
      ["first", "Ireland"],
      ["first", "Ireland"],
    ])
    expect(llm.calls).toHaveLength(2)
    expect(promptOf(llm.calls[1]!)).toContain("Say the state, not the country.")
    expect(table.rows[0]).toMatchObject({
      problem: "Say the state, not the country.",
      values: { law: "Ireland" },
    })
    expect(table.warnings.map(({ code }) => code)).toEqual(["rows-refused"])
  })

  it("each document has one row whatever becomes of it; outcomes add up", async () => {
    const { rag } = await ragOf(
      (request) => (shownIn(request).includes("Texas") ? new Error("no") : replyTo(request)),
      {
        ...TEXTS,
        void: "",
      },
      { retry: { maxAttempts: 1 } },
    )
    const { rows, documents } = await rag.table({
      columns: CONTRACT,
      documents: ["second", "first", "void", "gone", "third"],
    })
    expect(documents.map(({ documentId, status }) => [documentId, status])).toEqual([
      ["second", "failed"],
      ["first", "answered"],
      ["void", "skipped"],
      ["gone", "skipped"],
      ["third", "not-found"],
    ])
    expect(rows.map(({ documentId, status }) => [documentId, status])).toEqual(
      documents.map(({ documentId, status }) => [documentId, status]),
    )
    expect(rows[0]?.cells.law).toEqual({ status: "unread", value: null, quotes: [] })
  })

  it("a column that the model leaves out, also when asked again, is unread and its document partial", async () => {
    const { rag, llm } = await ragOf(
      () => rowReply({ law: { value: "Ireland", quotes: "the laws of Ireland" } }),
      {
        first: TEXTS.first,
      },
    )
    const { rows, documents } = await rag.table({ columns: CONTRACT })
    expect(llm.calls).toHaveLength(2)
    expect(promptOf(llm.calls[1]!)).toContain("columns are missing: expires, cap")
    expect(documents[0]?.status).toBe("partial")
    expect(rows[0]?.cells).toMatchObject({ law: { status: "found" }, expires: { status: "unread" } })
  })

  it("no document: an empty table that says so", async () => {
    const rag = spdRag({ llm: fakeLLM([]) })
    const table = await rag.table({ columns: CONTRACT })
    expect([table.rows, table.documents]).toEqual([[], []])
    expect(table.warnings.map(({ code }) => code)).toEqual(["table-empty"])
  })

  it("aborts with the signal's reason", async () => {
    const controller = new AbortController()
    const reason = new Error("enough")
    const { rag } = await ragOf(() => {
      controller.abort(reason)
      return ROWS.third
    })
    await expect(rag.table({ columns: CONTRACT, signal: controller.signal })).rejects.toBe(reason)
  })

  it("a limit keeps what was read", async () => {
    const { rag } = await ragOf(replyTo, TEXTS, { concurrency: 1 })
    const { rows, documents } = await rag.table({ columns: CONTRACT, limits: { maxCalls: 2 } })
    expect(documents.map(({ status }) => status)).toEqual(["answered", "failed", "skipped"])
    expect(rows.map(({ cells }) => cells.law?.status)).toEqual(["found", "unread", "unread"])
  })

  it("a finished call is not paid for again", async () => {
    const cache = new Map()
    const { rag, llm } = await ragOf(replyTo, TEXTS, { cache })
    await rag.table({ columns: CONTRACT })
    const { usage } = await rag.table({ columns: CONTRACT })
    expect(llm.calls).toHaveLength(3)
    expect(usage.fromCache?.calls).toBe(3)
  })

  it("an agent of one's own needs no rows: its answers are a row, of the columns' types", async () => {
    const llm = fakeLLM([])
    const tasks: unknown[] = []
    const rag = spdRag({
      llm,
      agent: async ({ document, plan, search, table }) => {
        tasks.push(table?.rows, ...plan.tasks)
        const [chunk] = await search.chunks()
        const start = TEXTS.first.indexOf("Liability")
        const quote = { text: TEXTS.first.slice(start), chunkId: chunk!.id, start, end: TEXTS.first.length }
        return {
          documentId: document.id,
          title: document.title,
          relevance: 1,
          report: "",
          answers: plan.tasks.map((_, index) => ({
            task: index + 1,
            found: index === 2,
            answer: index === 2 ? "$3 million" : "",
            quotes: index === 2 ? [quote] : [],
          })),
          searches: [],
          stopReason: "finalized",
        }
      },
    })
    await rag.add({ id: "first", text: TEXTS.first })
    const { rows } = await rag.table({ columns: CONTRACT })
    expect(tasks).toEqual([
      "document",
      "law: state or country whose law governs the contract",
      "expires: when it ends",
      "cap: liability cap (in US dollars)",
    ])
    expect(rows[0]?.values).toEqual({ expires: null, cap: 3_000_000 })
    expect(rows[0]?.cells.cap).toMatchObject({ support: "quoted", written: "$3 million" })
  })
})

it("a document that changes while it is read is read again, whole, at its new revision", async () => {
  const store = memoryVectorStore()
  let isEdited = false
  const llm = fakeLLM(replyTo)
  const writer = spdRag({ llm, vectorStore: store })
  const editing: VectorStore = {
    ...interceptStore(store, async () => {}),
    async chunks(request) {
      // After the list of documents, before the agent has its text.
      if (!isEdited) {
        isEdited = true
        await writer.add({ id: "contract", text: TEXTS.second })
      }
      return store.chunks(request)
    },
  }
  await writer.add({ id: "contract", text: TEXTS.first })
  const table = await spdRag({ llm, vectorStore: editing }).table({ columns: CONTRACT })
  expect(table.documents.map(({ status }) => status)).toEqual(["answered"])
  expect(table.rows[0]?.values).toMatchObject({ law: "Texas" })
})
