import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { type DocumentOutcome, InvalidArgumentError, spdRag } from "spd-rag"
import { offline } from "spd-rag/offline"
import { passagesOf, renderReport } from "spd-rag/report"
import { describe, expect, it } from "vitest"
import type { ReportData } from "../../src/report/data/types"
import { reportPage, target } from "../../src/report/page/build"
import { answerOf, hostile, quoteIn, tableOf, textOf } from "./subjects"

/** What the page reads of itself. */
function dataIn(html: string): ReportData {
  return JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)![1]!)
}

describe("the file", () => {
  it("names nothing outside of itself", () => {
    const html = renderReport(answerOf(3, 2))
    const addresses = [...html.matchAll(/\b(?:https?:)?\/\/[\w.-]+\.\w+/g)].map(([address]) => address)
    expect(addresses).toEqual([])
    const references = [...html.matchAll(/<[^>]*\b(?:src|href)="([^"]*)"/g)].map(([, value]) => value)
    expect(references).toEqual(["data:,"])
  })

  it("has a policy that lets run its own script and style only, by their hashes", () => {
    const html = renderReport(answerOf(3, 2))
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)![1]!
    const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`
    const script = /<script>(.*)<\/script>\n<\/body>/s.exec(html)![1]!
    const style = /<style>(.*)<\/style>/s.exec(html)![1]!
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(style)}`,
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
    ])
  })

  it("holds what documents say as data, whatever it is", () => {
    const answer = { ...answerOf(2, 1, () => hostile), question: hostile, text: hostile }
    const html = renderReport(answer)
    expect(html.match(/<script/g)).toHaveLength(2)
    expect(html.match(/<\/script/g)).toHaveLength(2)
    expect(html).not.toMatch(/<!--|<img/)
    expect(html.slice(html.indexOf("<body>"))).not.toMatch(/[\u2028\u2029]/)
    const data = dataIn(html)
    expect([data.title, data.text, data.documents[0]!.title]).toEqual([hostile, hostile, hostile])
  })

  it("is made of the sources beside it", async () => {
    expect(await reportPage()).toBe(readFileSync(target, "utf8"))
  })
})

describe("an answer", () => {
  it("becomes the matrix with states, values and quotes", () => {
    const { grid, documents } = dataIn(renderReport(answerOf(7, 2)))
    expect(grid.columns.map(({ title }) => title)).toEqual(["State term 1.", "State term 2."])
    expect(grid.rows.map(({ cells }) => cells.map(({ state, value }) => value || state))).toEqual([
      ["10 days", "11 days"],
      ["20 days", "21 days"],
      ["30 days", "31 days"],
      ["40 days", "41 days"],
      ["not-found", "not-found"],
      ["60 days", "61 days"],
      ["unread", "unread"],
    ])
    expect(documents[6]).toMatchObject({ status: "failed", reason: "refused" })
    expect(grid.rows[0]!.cells[0]!.quotes).toEqual([
      { text: "Term 1 is 10 days.", start: 760, end: 778, headings: ["Terms", "Part 1"] },
    ])
  })

  it("shows the text around a quote from what the agents were shown", () => {
    const { documents } = dataIn(renderReport(answerOf(1, 1), { contextCharacters: 20 }))
    const { start, end } = quoteIn(1)
    const around = textOf(1).slice(start - 20, end + 20)
    expect(documents[0]!.slices).toEqual([{ start: start - 20, text: around }])
  })

  it("says what its cells leave open", () => {
    const { documents, ...rest } = answerOf(1, 1)
    const outcome = documents[0] as Extract<DocumentOutcome, { status: "answered" | "not-found" }>
    const answers = [
      {
        ...outcome.findings.answers[0]!,
        found: false,
        answer: "",
        unsupported: "99 days",
        unverifiedQuotes: 2,
        refusedQuotes: [{ text: "99" }, { text: "98", documentId: "d2" }],
      },
    ]
    const subject = { ...rest, documents: [{ ...outcome, findings: { ...outcome.findings, answers } }] }
    expect(dataIn(renderReport(subject)).grid.rows[0]!.cells[0]!.notes).toEqual([
      "Left out, since nothing that was read says it: 99 days",
      "2 quotes that the document does not hold left out.",
      "Left out: “99”",
      "Left out: “98”, which stands in d2.",
    ])
  })
})

describe("a table", () => {
  it("becomes a grid of its rows, and a row for a document without one", () => {
    const { grid, text, title } = dataIn(renderReport(tableOf() as never))
    expect([text, title]).toEqual([undefined, "A table of 3 documents"])
    expect(grid.columns).toEqual([
      { title: "term (days)", detail: "in days" },
      { title: "note", detail: "in days" },
    ])
    expect(
      grid.rows.map(({ document, cells }) => [document, ...cells.map(({ state, value }) => value || state)]),
    ).toEqual([
      [0, "10", "invalid"],
      [0, "11", "invalid"],
      [1, "20", "invalid"],
      [2, "unread", "unread"],
    ])
    expect(grid.rows[0]!.cells.map(({ notes }) => notes)).toEqual([
      ["As written: 10 days"],
      ["No date: soon"],
    ])
  })
})

describe("what comes along", () => {
  const metadata = {
    year: 2024,
    signed: true,
    parties: ["Acme", "Bolt"],
    sourcePath: "/home/me/a.pdf",
    blank: null,
  }

  it("says the page of a citation, and what is known of its document, but not where it lies", () => {
    const { citations, ...answer } = answerOf(2, 1)
    const [first, second] = citations as [(typeof citations)[0], (typeof citations)[0]]
    const long = { note: "x".repeat(1_000) }
    const data = dataIn(
      renderReport({
        ...answer,
        citations: [
          { ...first, page: 3, metadata },
          { ...second, metadata: long },
        ],
      }),
    )
    expect(data.citations.map(({ quote }) => quote.page)).toEqual([3, undefined])
    expect(data.documents[0]!.metadata).toEqual([
      ["year", "2024"],
      ["signed", "yes"],
      ["parties", '["Acme","Bolt"]'],
    ])
    expect(data.documents[1]!.metadata![0]![1]).toHaveLength(302)
    expect(dataIn(renderReport(answerOf(1, 1))).documents[0]!.metadata).toBeUndefined()
  })

  const mappings = [{ column: "note", from: "N.Y.", to: "New York", by: "rule" as const }]

  it("shows the values of a table that were brought to others, and the metadata of its rows", () => {
    const { rows, ...table } = tableOf()
    const data = dataIn(
      renderReport({ ...table, rows: rows.map((row) => ({ ...row, metadata })), mappings } as never),
    )
    expect(data.mappings).toEqual(mappings)
    expect(data.documents[0]!.metadata).toHaveLength(3)
    expect(dataIn(renderReport(tableOf() as never)).mappings).toBeUndefined()
  })

  it("shows the table that an answer was computed from, with its quotes, and what was computed", () => {
    const rows = Array.from({ length: 203 }, (_, at) => ({
      values: [at, null],
      documentIds: [],
      rowIndexes: [],
    }))
    const computed = {
      sql: "SELECT term FROM rows",
      result: { columns: ["term", "note"], rows, truncated: false, traced: false },
    }
    const answer = { ...answerOf(7, 1), citations: [], table: { ...tableOf(), mappings } as never, computed }
    const data = dataIn(renderReport(answer))
    expect(data.grid.kind).toBe("tasks")
    expect(data.table!.rows.map(({ cells }) => cells[0]!.value).slice(0, 3)).toEqual(["10", "11", "20"])
    expect(data.table!.rows[0]!.cells[0]!.quotes![0]!.text).toBe(quoteIn(1).text)
    expect(data.mappings).toEqual(mappings)
    expect(data.computed).toMatchObject({ sql: computed.sql, columns: ["term", "note"], left: 3 })
    expect(data.computed!.rows).toHaveLength(200)
    expect(data.computed!.rows[1]).toEqual(["1", ""])
  })

  it("has the text around the quotes of that table too", () => {
    const answer = { ...answerOf(7, 1), citations: [], table: tableOf() as never }
    const documents = answer.documents.map((outcome) =>
      "findings" in outcome ? { ...outcome, findings: { ...outcome.findings, answers: [] } } : outcome,
    )
    const data = dataIn(renderReport({ ...answer, documents }))
    expect(data.documents[1]!.slices[0]!.text).toContain(quoteIn(2).text)
  })
})

describe("passagesOf", () => {
  const pages = Array.from(
    { length: 40 },
    (_, at) => `## Part ${at}\n\n${"Nothing of note here. ".repeat(30)}`,
  )
  pages[20] += "\n\nThe public debt was paid in full in that year."
  const documents = [
    { id: "a.md", text: pages.join("\n\n") },
    { id: "b.md", text: "Nothing is said of it." },
  ]

  async function asked() {
    const rag = spdRag({ ...offline(), retrieval: { chunkTokens: 100, overlapTokens: 20 } })
    await rag.add(documents)
    return { rag, answer: await rag.ask("What was paid of the public debt?") }
  }

  it("gives the chunks around the quotes, and no whole document", async () => {
    const { rag, answer } = await asked()
    const passages = await passagesOf(rag, answer)
    expect(new Set(passages.map(({ documentId }) => documentId))).toEqual(new Set(["a.md"]))
    for (const { text, start } of passages) {
      expect(documents[0]!.text.slice(start, start + text.length)).toBe(text)
    }
    const length = passages.reduce((sum, { text }) => sum + text.length, 0)
    expect(length).toBeLessThan(documents[0]!.text.length / 4)

    const bare = dataIn(renderReport(answer)).documents[0]!.slices
    const { slices } = dataIn(renderReport(answer, { passages })).documents[0]!
    expect(bare.map(({ text }) => text)).toEqual(["The public debt was paid in full in that year."])
    const { start, end, quote } = answer.citations[0]!
    const slice = slices.find((one) => one.start <= start && end <= one.start + one.text.length)!
    expect(slice.text).toContain(quote)
    expect(slice.start).toBeLessThan(start - 300)
  })

  it("gives nothing for a document that is gone, and other words are not taken for its text", async () => {
    const { rag, answer } = await asked()
    await rag.add([{ id: "a.md", text: documents[0]!.text.replace("debt was paid", "dust was swept") }])
    const passages = await passagesOf(rag, answer)
    expect(dataIn(renderReport(answer, { passages }))).toEqual(dataIn(renderReport(answer)))
    await rag.remove("a.md")
    expect(await passagesOf(rag, answer)).toEqual([])
  })

  it("ends with the signal's reason", async () => {
    const { rag, answer } = await asked()
    const reason = new Error("enough")
    await expect(passagesOf(rag, answer, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  it("needs a set of spdRag", async () => {
    await expect(passagesOf({} as never, answerOf(1, 1))).rejects.toThrow(
      "Expected `rag` to be a set made by `spdRag`, got an object.",
    )
  })
})

describe("bad input", () => {
  it.each([
    [undefined, {}, "subject"],
    [{ text: "no answer" }, {}, "subject"],
    [answerOf(1, 1), { contextCharacters: -1 }, "contextCharacters"],
    [answerOf(1, 1), { passages: [{ documentId: "d1" }] }, "passages[0].chunkId"],
    [answerOf(1, 1), { title: " " }, "title"],
    [answerOf(1, 1), { theme: "dark" }, "options.theme"],
    [{ ...answerOf(2, 1), documents: answerOf(1, 1).documents }, {}, "subject.documents"],
  ])("is named: %#", (subject, options, argument) => {
    expect(() => renderReport(subject as never, options as never)).toThrow(
      expect.toSatisfy((error) => error instanceof InvalidArgumentError && error.argument === argument),
    )
  })
})
