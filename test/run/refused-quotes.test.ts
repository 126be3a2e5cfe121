import { coverageOf, type LLMRequest, spdRag } from "spd-rag"
import { fakeLLM, foundReply, planReply, shownIn, stageOf } from "spd-rag/testing"
import { describe, expect, it } from "vitest"

const CORK = "The law of Cork governs this contract in all its parts."
const documents = [
  { id: "a", text: "Contract A. The buyer pays within 30 days of the invoice." },
  { id: "b", text: `Contract B. ${CORK}` },
]

/** Contract B is read well; of contract A the agent says what it is told to. */
async function ask(answer: string, quotes: readonly string[]) {
  const reply = (request: LLMRequest) => {
    const stage = stageOf(request)
    if (stage === "coordinator") return planReply(["Which law governs this contract?"])
    if (stage === "synthesis") return "The law of Cork [E1]."
    return shownIn(request).includes("Contract A")
      ? { json: { answers: { task1: { quotes, answer } }, relevance: 1 } }
      : foundReply({ answer: "Cork", quotes: CORK })
  }
  const rag = spdRag({ llm: fakeLLM({ reply }) })
  await rag.add(documents)
  return rag.ask("Which law governs?")
}

describe("a quote that its document does not hold", () => {
  it("is told apart by whether another document of the run holds it", async () => {
    const mixed = "the law of  Cork governs this contract in all its parts"
    const made = "This contract is governed by the law of Kerry, wherever it is."
    const answer = await ask("It pays", ["The buyer pays within 30 days of the invoice.", mixed, made])
    const [first] = answer.documents
    expect(first?.status === "answered" && first.findings.answers[0]).toMatchObject({
      unverifiedQuotes: 2,
      refusedQuotes: [{ text: mixed, documentId: "b" }, { text: made }],
    })
    expect(answer.warnings.filter(({ code }) => code.startsWith("quotes-"))).toEqual([
      { code: "quotes-unverified", documentIds: ["a"], message: expect.stringContaining("1 quotes") },
      { code: "quotes-misplaced", documentIds: ["a"], message: expect.stringContaining("another document") },
    ])
  })

  it("that is short says nothing of where it comes from", async () => {
    const answer = await ask("It pays", ["The law of Cork"])
    const codes = answer.warnings.map(({ code }) => code).filter((code) => code.startsWith("quotes-"))
    expect(codes).toEqual(["quotes-unverified"])
  })
})

describe("an answer that nothing shown supports", () => {
  it("has a cell of its own in the coverage", async () => {
    const coverage = coverageOf(await ask("The law of Kerry, 1999", []))
    expect(coverage.cells).toEqual([["unsupported", "found"]])
    expect(coverage.cellCounts).toEqual({ found: 1, "not-found": 0, unsupported: 1, unread: 0 })
    expect(coverage.counts).toMatchObject({ answered: 1, "not-found": 1 })
  })
})
