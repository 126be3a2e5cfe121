import { coverageOf, type SpdRagEvent, spdRag } from "spd-rag"
import { fakeEmbedder, fakeReranker } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { codeWordModel, sevenDocuments, WORDS } from "../support/model"

function rag(llm = codeWordModel()) {
  return spdRag({
    llm,
    embedder: fakeEmbedder(),
    reranker: fakeReranker(),
    agentOptions: { readWholeTokens: 0 },
  })
}

describe("ask", () => {
  it("answers from every document, with outcomes in the order of the documents and quotes at their offsets", async () => {
    const documents = sevenDocuments()
    const set = rag()
    const report = await set.add(documents)
    expect(report.added).toEqual(documents.map(({ id }) => id))

    const answer = await set.ask("What are the code words?")

    expect(answer.documents.map(({ documentId, status }) => [documentId, status])).toEqual(
      documents.map(({ id }) => [id, "answered"]),
    )
    for (const [index, word] of WORDS.entries()) expect(answer.text).toContain(`${word} [${index + 1}]`)
    expect(answer.citations).toHaveLength(7)
    for (const { documentId, quote, start, end } of answer.citations) {
      const { text } = documents.find(({ id }) => id === documentId)!
      expect(text.slice(start, end)).toBe(quote)
    }
    expect(coverageOf(answer).counts.answered).toBe(7)
    expect(answer.usage.byStage.coordinator?.calls).toBe(1)
    expect(answer.usage.byStage.agent?.calls).toBe(14)
    expect(answer.usage.byStage.synthesis?.calls).toBe(1)
    expect(answer.usage.lowerBound).toBe(false)
    expect(answer.warnings).toEqual([])
  })

  it("streams events whose last one holds the answer, with the text as it came", async () => {
    const set = rag(codeWordModel({ streamPieces: 9 }))
    await set.add(sevenDocuments())
    const events: SpdRagEvent[] = []
    for await (const event of set.stream("What are the code words?")) events.push(event)

    const last = events.at(-1)
    expect(last?.type).toBe("run-end")
    if (last?.type !== "run-end") return
    const deltas = events.flatMap((event) => (event.type === "answer-delta" ? [event.text] : []))
    expect(deltas.length).toBeGreaterThan(3)
    expect(deltas.join("")).toBe(last.answer.text)
    expect(JSON.parse(JSON.stringify(events))).toHaveLength(events.length)
  })
})
