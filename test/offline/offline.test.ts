import fc from "fast-check"
import { offline, offlineAgent, offlineCoordinator, offlineSynthesizer } from "spd-rag/offline"
import { describe, expect, it } from "vitest"
import type { Chunk, DocumentAgentTask, Findings, StoredDocument } from "../../src/contracts"
import { sentencesOf } from "../../src/evidence/sentences"

/** Chunks of `size` units that overlap by `overlap`. */
function chunksOf(id: string, text: string, size = 300, overlap = 60): Chunk[] {
  const chunks: Chunk[] = []
  for (let start = 0; start < text.length; start += size - overlap) {
    const part = text.slice(start, start + size)
    chunks.push({
      id: `${id}#${chunks.length}`,
      documentId: id,
      index: chunks.length,
      text: part,
      start,
      end: start + part.length,
      tokens: 1,
      headings: [],
    })
  }
  return chunks
}

function taskOf(id: string, text: string, tasks: string[], chunks = chunksOf(id, text)): DocumentAgentTask {
  const document: StoredDocument = {
    id,
    title: `Title ${id}`,
    revision: "r",
    chunkCount: chunks.length,
    tokens: 1,
  }
  return {
    question: tasks.join(" "),
    plan: { tasks, synthesisDirective: "" },
    document,
    search: { document, search: async () => [], chunks: async () => chunks },
  }
}

const message = `Fellow citizens of the Senate, I greet you on the opening of the session.
The Navy of the United States numbers 31 ships of the line, and Dr. Smith leads its hospital.
Our harvests were rich in every State this year. The public debt fell to $4,000,000 in March.
Commerce with Spain has been renewed. Nothing else of note has come to my knowledge since.`

describe("offlineCoordinator", () => {
  const plan = async (question: string) => (await offlineCoordinator().plan({ question })).tasks

  it.each([
    ["What is the governing law?", ["What is the governing law?"]],
    ["Who signed the deal? What is the price?", ["Who signed the deal?", "What is the price?"]],
    ["parties; price; expiry date", ["parties", "price", "expiry date"]],
    ["What is the price and when does the lease end?", ["What is the price", "when does the lease end?"]],
    ["What are the terms and conditions?", ["What are the terms and conditions?"]],
    ["What is the debt and when is it paid?", ["What is the debt when is it paid?"]],
    ["1. The parties\n2) The price\n- The law", ["The parties", "The price", "The law"]],
    ["Report: 1. the parties 2. the price", ["Report:", "the parties", "the price"]],
    ["Name the price. List the parties.", ["Name the price.", "List the parties."]],
    ["What does the U.S. Navy cost?", ["What does the U.S. Navy cost?"]],
    [
      "\u8cea\u554f\u306f\u4f55\u3067\u3059\u304b\uff1f\u4fa1\u683c\u306f\uff1f",
      ["\u8cea\u554f\u306f\u4f55\u3067\u3059\u304b\uff1f", "\u4fa1\u683c\u306f\uff1f"],
    ],
    ["the price? the price?", ["the price?"]],
    ["???", ["???"]],
  ])("cuts %j", async (question, tasks) => {
    expect(await plan(question)).toEqual(tasks)
  })

  it("keeps every word of any question, in 1 to 12 tasks", async () => {
    const word = fc.constantFrom(
      "price",
      "law?",
      "and",
      "what",
      ";",
      "1.",
      "x\ny",
      "-",
      "Name",
      "it.",
      "\u4fa1\u683c",
    )
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 60 }), async (words) => {
        const question = words.join(" ")
        const tasks = await plan(question)
        expect(tasks.length).toBeGreaterThan(0)
        expect(tasks.length).toBeLessThanOrEqual(12)
        for (const kept of ["price", "law", "Name", "x", "\u4fa1\u683c"]) {
          if (words.some((entry) => entry.includes(kept))) expect(tasks.join(" ")).toContain(kept)
        }
      }),
    )
  })

  it("refuses an empty question and stops at an abort", async () => {
    await expect(plan("  ")).rejects.toMatchObject({ name: "InvalidArgumentError", argument: "question" })
    const signal = AbortSignal.abort("stop")
    await expect(offlineCoordinator().plan({ question: "x", signal })).rejects.toBe("stop")
  })
})

describe("offlineAgent", () => {
  it("quotes the sentence that answers, at its offsets, and says what it did not find", async () => {
    const findings = await offlineAgent()(
      taskOf("a", message, ["How many ships has the navy?", "Who built the canal?"]),
    )
    const [ships, canal] = findings.answers
    expect(ships?.quotes[0]?.text).toContain("31 ships of the line, and Dr. Smith leads")
    for (const quote of ships!.quotes) expect(message.slice(quote.start, quote.end)).toBe(quote.text)
    expect(canal).toEqual({ task: 2, found: false, answer: "", quotes: [] })
    expect(findings.report.split("\n")).toEqual([`Found: ${ships?.answer}`, "Not found in this document."])
    expect(findings.relevance).toBeGreaterThan(0)
    expect(findings.relevance).toBeLessThan(0.5)
  })

  it("names a chunk that holds the quote", async () => {
    const chunks = chunksOf("a", message)
    const findings = await offlineAgent()(taskOf("a", message, ["public debt"], chunks))
    const quote = findings.answers[0]!.quotes[0]!
    const chunk = chunks.find(({ id }) => id === quote.chunkId)!
    expect(chunk.text.slice(quote.start - chunk.start, quote.end - chunk.start)).toBe(quote.text)
  })

  it("has the threshold and the number of quotes as options, and checks them", async () => {
    const half = taskOf("a", message, ["the navy of Portugal"])
    expect((await offlineAgent()(half)).answers[0]?.found).toBe(false)
    expect((await offlineAgent({ threshold: 0.1 })(half)).answers[0]?.found).toBe(true)
    const many = taskOf("a", message, ["state states"])
    expect((await offlineAgent({ maxQuotes: 1 })(many)).answers[0]?.quotes).toHaveLength(1)
    expect(() => offlineAgent({ threshold: 0 })).toThrow("`threshold`")
    expect(() => offlineAgent({ threshold: Number.NaN })).toThrow("`threshold`")
    expect(() => offlineAgent({ maxQuotes: 1.5 })).toThrow("`maxQuotes`")
  })

  it("finds a term in Japanese text", async () => {
    const text =
      "\u56fd\u969b\u6a19\u6e96\u5316\u6a5f\u69cb\u306f1947\u5e74\u306b\u8a2d\u7acb\u3055\u308c\u305f\u3002\u5929\u6c17\u306f\u826f\u3044\u3002"
    const findings = await offlineAgent()(
      taskOf("j", text, [
        "\u56fd\u969b\u6a19\u6e96\u5316\u306b\u3064\u3044\u3066\uff1f",
        "\u9a6c\u94c3\u85af",
      ]),
    )
    expect(findings.answers.map(({ found }) => found)).toEqual([true, false])
  })

  it("takes a document without chunks, and stops at an abort", async () => {
    const findings = await offlineAgent()(taskOf("a", "", ["anything"], []))
    expect(findings).toMatchObject({ relevance: 0, report: "Not found in this document." })
    const aborted = { ...taskOf("a", message, ["navy"]), signal: AbortSignal.abort("stop") }
    await expect(offlineAgent()(aborted)).rejects.toBe("stop")
  })

  it("cuts any text into verbatim sentences in order that lose no word", () => {
    const part = fc.constantFrom(
      "One two. ",
      "Dr. X ",
      "\n\n",
      "a\u{1f600}b",
      "\u3002",
      "word ".repeat(200),
      "z".repeat(1300),
      `x${"\u{1f600}".repeat(400)}`,
      "No! ",
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.integer({ min: 80, max: 400 }), (parts, size) => {
        const text = parts.join("")
        const sentences = sentencesOf(chunksOf("a", text, size, 40))
        let end = 0
        for (const sentence of sentences) {
          expect(sentence.text).toBe(text.slice(sentence.start, sentence.end))
          expect(sentence.text.length).toBeLessThanOrEqual(600)
          expect(sentence.text.isWellFormed()).toBe(true)
          expect(text.slice(end, sentence.start).trim()).toBe("")
          end = sentence.end
        }
        expect(text.slice(end).trim()).toBe("")
      }),
    )
  })
})

describe("offlineSynthesizer", () => {
  const findingsOf = (id: string, relevance: number, quotes: string[]): Findings => ({
    documentId: id,
    title: `Title ${id}`,
    relevance,
    report: quotes.length > 0 ? `Found: ${quotes.join(" ")}` : "Not found in this document.",
    answers: [
      {
        task: 1,
        found: quotes.length > 0,
        answer: quotes.join(" "),
        quotes: quotes.map((text) => ({ text, chunkId: `${id}#0`, start: 5, end: 5 + text.length })),
      },
    ],
    searches: [],
    stopReason: "read-whole",
  })
  const plan = { tasks: ["What of the navy?"], synthesisDirective: "" }
  const findings = [
    findingsOf("a", 0.2, ["It has 3 ships."]),
    findingsOf("b", 0, []),
    findingsOf("c", 0.9, ["It has [1] and [E2]\nships."]),
  ]

  it("shows one cited passage a document, the most relevant first, and counts the silent ones", async () => {
    const { text, citations, tree } = await offlineSynthesizer()({
      question: "q",
      plan,
      findings,
      unread: [],
    })
    expect(text.split("\n")).toEqual([
      "What of the navy?",
      "2 of 3 documents answer this.",
      '- Title c: "It has (1) and (E2) ships." [1]',
      '- Title a: "It has 3 ships." [2]',
      "Not found in 1 document: Title b.",
    ])
    expect(citations.map(({ number, documentId, quote }) => [number, documentId, quote])).toEqual([
      [1, "c", "It has [1] and [E2]\nships."],
      [2, "a", "It has 3 ships."],
    ])
    expect(tree).toMatchObject({
      kind: "merge",
      round: 1,
      documentIds: ["a", "b", "c"],
      evidence: [1, 2],
      text,
    })
    expect(
      tree.kind === "merge" && tree.children.map((leaf) => leaf.kind === "findings" && leaf.documentId),
    ).toEqual(["a", "b", "c"])
  })

  it("says what it left out and what was not read", async () => {
    const unread = [{ documentId: "d", title: "Title d", status: "failed" as const, reason: "broken" }]
    const synthesizer = offlineSynthesizer({ maxPassages: 1, maxPassageLength: 10 })
    const { text, citations } = await synthesizer({ question: "q", plan, findings, unread })
    expect(citations).toHaveLength(1)
    expect(text).toContain('"It has ..." [1]')
    expect(text).toContain("Left out here: 1 document that answers it too: Title a.")
    expect(text).toContain("Not read: 1 document: Title d.")
  })

  it("rejects no findings and limits that make no sense", async () => {
    await expect(
      offlineSynthesizer()({ question: "q", plan, findings: [], unread: [] }),
    ).rejects.toMatchObject({ name: "NoFindingsError" })
    expect(() => offlineSynthesizer({ maxPassages: 0 })).toThrow("`maxPassages`")
    expect(() => offlineSynthesizer({ maxPassageLength: 0.5 })).toThrow("`maxPassageLength`")
  })

  it("stands with the other stages in one object", () => {
    expect(Object.keys(offline())).toEqual(["coordinator", "agent", "synthesizer"])
  })
})
