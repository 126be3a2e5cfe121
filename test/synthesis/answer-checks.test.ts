import { type LLMRequest, type RecursiveSynthesizeOptions, type RunEvent, recursiveSynthesize } from "spd-rag"
import { type FakeReply, fakeLLM } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { findingsOf } from "../support/findings"
import { promptOf } from "../support/model"

const TERMS = [30, 45, 60]

/** One document a term, and the replies of the last merge in their order. */
function answer(
  replies: readonly FakeReply[] | ((request: LLMRequest, call: number) => FakeReply),
  options: Partial<RecursiveSynthesizeOptions> & { readonly pieces?: number } = {},
) {
  const { pieces, ...rest } = options
  const findings = TERMS.map((days, index) =>
    findingsOf(index, `within ${days} days`, { quote: `The buyer pays within ${days} days.` }),
  )
  const llm = fakeLLM({ reply: replies, streamPieces: pieces })
  const run = recursiveSynthesize({
    question: "When do buyers pay?",
    plan: { tasks: ["State the payment term."], synthesisDirective: "One line a document." },
    findings,
    llm,
    ...rest,
  })
  return { llm, run }
}

const GOOD = "Title 0: 30 days [E1]. Title 1: 45 days [E2]. Title 2: 60 days [E3]."
const codesOf = ({ warnings }: Awaited<ReturnType<typeof recursiveSynthesize>>) =>
  warnings.map(({ code }) => code)

describe("an answer", () => {
  it("that cites every document and says what the findings say costs one call and no warning", async () => {
    const { llm, run } = answer([GOOD])
    const synthesis = await run
    expect(llm.calls).toHaveLength(1)
    expect(synthesis.warnings).toEqual([])
    expect(synthesis.text).toBe("Title 0: 30 days [1]. Title 1: 45 days [2]. Title 2: 60 days [3].")
  })

  it("that leaves documents out is asked for once more, with what they say", async () => {
    const { llm, run } = answer(["Title 0: 30 days [E1].", GOOD])
    const synthesis = await run
    expect(promptOf(llm.calls[1]!)).toContain("- Title 2: within 60 days [E3]")
    expect(synthesis.citations).toHaveLength(3)
    expect(synthesis.warnings).toEqual([])
  })

  /** As where the library found the quote by the answer's own words. */
  const foundByCode = (index: number, body: string) => {
    const findings = findingsOf(index, body, { quote: body })
    const [first] = findings.answers
    return {
      ...findings,
      answers: [{ ...first!, quotes: [{ ...first!.quotes[0]!, foundByLibrary: true as const }] }],
    }
  }

  it("that cites none of them is asked for once more from what they say alone", async () => {
    const findings = TERMS.map((days, index) => foundByCode(index, `within ${days} days`))
    const { llm, run } = answer(["They pay within 30, 45 and 60 days.", GOOD], { findings })
    const synthesis = await run
    const [first, second] = llm.calls.map((call) => call.messages[1]!.content)
    expect(second).toContain(
      "- Title 0: within 30 days [E1]\n- Title 1: within 45 days [E2]\n- Title 2: within 60",
    )
    expect(second).not.toContain("relevance")
    expect(second!.length).toBeLessThan(first!.length)
    expect(synthesis.citations).toHaveLength(3)
    expect(synthesis.warnings).toEqual([])
  })

  it.each([
    ["an answer is too long for a line", foundByCode(1, `within 75 days, ${"or later ".repeat(60)}`)],
    [
      "a quote tells more than its answer",
      findingsOf(1, "within 75 days", { quote: "Within 75 days, by wire." }),
    ],
    [
      "a report says more than its answers",
      { ...foundByCode(1, "within 75 days"), report: "Found: within 75 days, by wire alone" },
    ],
  ])("is asked for once more from all of the findings where %s", async (_, more) => {
    const { llm, run } = answer(["They pay.", "They pay."], {
      findings: [foundByCode(0, "within 30 days"), more],
    })
    await run
    expect(llm.calls).toHaveLength(2)
    expect(promptOf(llm.calls[1]!)).toContain("relevance")
  })

  it("that is JSON stays JSON: documents that it leaves out are named in the warning alone", async () => {
    const json = '{"days": 30, "of": ["x"]}'
    const synthesis = await answer([json, json]).run
    expect(synthesis.text).toBe(json)
    expect(codesOf(synthesis)).toContain("answer-uncited")
  })

  it.each([
    ["Which law governs?", "Title 2: Which law governs? within 60 days"],
    ["\u9069\u7528\u6cd5\u306f\u3002", "Title 2: \u9069\u7528\u6cd5\u306f: within 60 days"],
    ["The term:", "Title 2: The term: within 60 days"],
  ])("has one mark behind a task in lines by code: %s", async (task, line) => {
    const first = "Title 0: 30 days [E1]."
    const { run } = answer([first, first], { plan: { tasks: [task], synthesisDirective: "" } })
    expect((await run).text).toContain(`- ${line} [3]`)
  })

  it("that still leaves them out is followed by their lines, and they are named", async () => {
    const { llm, run } = answer(["Title 0: 30 days [E1].", "Title 0: 30 days [E1]."])
    const synthesis = await run
    expect(llm.calls).toHaveLength(2)
    expect(synthesis.text).toBe(
      "Title 0: 30 days [1].\n\n- Title 1: State the payment term: within 45 days [2]\n- Title 2: State the payment term: within 60 days [3]",
    )
    expect(synthesis.citations.map(({ documentId }) => documentId)).toEqual(["doc-0", "doc-1", "doc-2"])
    expect(synthesis.warnings.find(({ code }) => code === "answer-uncited")?.documentIds).toEqual([
      "doc-1",
      "doc-2",
    ])
  })

  it("with a number or a quoted name that stands in no finding is asked for once more, then warned of by name", async () => {
    const bad = `${GOOD} All pay within 999 days to "Acme Holdings".`
    const { llm, run } = answer([bad, GOOD])
    expect((await run).warnings).toEqual([])
    expect(promptOf(llm.calls[1]!)).toContain("999; Acme Holdings")
    const kept = await answer([bad, bad]).run
    const [warning] = kept.warnings
    expect(warning?.code).toBe("answer-unsupported")
    expect(warning?.message).toContain('"999"')
    expect(warning?.message).toContain("Acme Holdings")
  })

  it("is the better of the two", async () => {
    const { run } = answer([`${GOOD} Or 999 days.`, "Nothing can be said."])
    expect((await run).text).toContain("Or 999 days.")
  })

  it("is left as the model wrote it where it is not to be mended, with the same warnings", async () => {
    const { llm, run } = answer(["Title 0: 31 days [E1]."], { mendAnswer: false })
    const synthesis = await run
    expect(llm.calls).toHaveLength(1)
    expect(synthesis.text).toBe("Title 0: 31 days [1].")
    expect(codesOf(synthesis)).toEqual(["answer-uncited", "answer-unsupported"])
  })

  it("is what its events come to, lines written by code included", async () => {
    let text = ""
    const onEvent = (event: RunEvent) => {
      if (event.type === "answer-delta") text = event.restart ? event.text : text + event.text
    }
    const { run } = answer(["  Title 0: 30 days [E1]. ", "Title 1: 45 days [E2]."], { pieces: 7, onEvent })
    const synthesis = await run
    expect(synthesis.text).toMatch(/^Title 1: 45 days \[1\]\.\n\n- Title 0/)
    expect(text).toBe(synthesis.text)
    // The first reply, where it is the better one, is given again.
    const first = answer([`${GOOD} Or 999 days.`, "Nothing."], { pieces: 7, onEvent })
    expect((await first.run).text).toBe(text)
  })
})

describe("a reply that goes round in circles", () => {
  const circle = `${GOOD}\n${"The buyer pays again.\n".repeat(500)}`

  it("is asked for once more, and never paid to its limit twice", async () => {
    const { llm, run } = answer([{ text: circle, finishReason: "length" }, GOOD])
    const synthesis = await run
    expect(promptOf(llm.calls[1]!)).toContain("repeated itself")
    expect(llm.calls[1]!.maxOutputTokens).toBeLessThanOrEqual(llm.calls[0]!.maxOutputTokens! / 2)
    expect(synthesis.text).toMatch(/60 days \[3\]\.$/)
    expect(synthesis.warnings).toEqual([])
  })

  it("is cut where the circle begins when it comes again, and said to be", async () => {
    const { run } = answer([circle, circle])
    const synthesis = await run
    expect(synthesis.text).toMatch(/60 days \[3\]\.\nThe buyer pays again\.$/)
    expect(codesOf(synthesis)).toEqual(["reply-repeated"])
  })

  it("is stopped where it streams", async () => {
    let taken = 0
    const base = fakeLLM([])
    const llm = {
      ...base,
      async *stream() {
        taken = 0
        for (const piece of circle.match(/.{1,20}/gs)!) {
          taken += piece.length
          yield { text: piece }
        }
      },
    }
    const { run } = answer([], { llm, onEvent: () => {} })
    expect(codesOf(await run)).toEqual(["reply-repeated"])
    expect(taken).toBeLessThan(circle.length / 4)
  })

  it("in a merge before the last keeps what stood before the circle", async () => {
    const { llm, run } = answer(
      (request) => {
        if (promptOf(request).includes("Answer the question now")) return GOOD
        const markers = [...new Set(request.messages[1]!.content.match(/\[E\d+\]/g))].join("")
        return `Rows ${markers}\n${"and again\n".repeat(300)}`
      },
      {
        findings: Array.from({ length: 12 }, (_, index) => findingsOf(index, `within ${index} days`)),
        maxBatchTokens: 700,
        countTokens: (text) => Math.ceil(text.length / 3),
      },
    )
    const synthesis = await run
    expect(llm.calls.length).toBeGreaterThan(2)
    expect(promptOf(llm.calls.at(-1)!)).toMatch(/Rows \[E\d\].*\nand again\n===/)
    expect(codesOf(synthesis)).toContain("reply-repeated")
  })
})
