import { InvalidArgumentError, type LLMRequest, spdRag } from "spd-rag"
import { agenticRag, fullContext, normalRag } from "spd-rag/baselines"
import { memoryVectorStore } from "spd-rag/memory"
import { offline } from "spd-rag/offline"
import { fakeLLM, fakeReranker } from "spd-rag/testing"
import { describe, expect, it } from "vitest"

const documents = [
  { id: "a", text: "Alpha pays 10 dollars. ".repeat(30) },
  { id: "b", text: "Beta pays 20 euros. ".repeat(30) },
  { id: "c", text: "Gamma pays nothing at all. ".repeat(30) },
  { id: "empty", text: " " },
]
const retrieval = { chunkTokens: 40, overlapTokens: 10 }
const question = "What does Beta pay?"
const finalize = { json: { reasoning: "", action: "finalize", queries: [], relevance: 0, answers: [] } }
const search = (query: string) => ({
  json: { reasoning: "", action: "search", queries: [query], relevance: 0, answers: [] },
})
/** Cites the first passage of Beta that the prompt shows. */
const cite = ({ messages }: LLMRequest) => {
  const prompt = messages.map(({ content }) => content).join("\n")
  const marker = /\[E(\d+)\] of "b"|<document \w+ "b">\n\[E(\d+)\]/.exec(prompt)?.slice(1).find(Boolean)
  return marker === undefined ? "Nothing is said of Beta." : `Beta pays 20 euros [E${marker}]. Else: [E999].`
}

describe("all baselines", () => {
  const systems = {
    "full-context": () => fullContext({ llm: fakeLLM(cite), retrieval }),
    "normal-rag": () => normalRag({ llm: fakeLLM(cite), retrieval, topN: 3 }),
    "agentic-rag": () =>
      agenticRag({
        llm: fakeLLM((request) =>
          request.jsonSchema === undefined
            ? cite(request)
            : request.messages.length < 4
              ? search("Beta pays")
              : finalize,
        ),
        retrieval,
      }),
  }

  it.each(Object.entries(systems))(
    "%s gives the method's Answer, cited, with one outcome a document",
    async (_, make) => {
      const rag = make()
      await rag.add(documents)
      const answer = await rag.ask(question)
      expect(answer.text).toBe("Beta pays 20 euros [1]. Else:.")
      expect(answer.documents.map(({ documentId }) => documentId)).toEqual(["a", "b", "c", "empty"])
      expect(answer.documents[1]?.status).toBe("answered")
      expect(answer.documents[3]).toMatchObject({ status: "skipped", reason: "empty" })
      for (const { documentId, quote, start, end } of answer.citations) {
        expect(documents.find(({ id }) => id === documentId)?.text.slice(start, end)).toBe(quote)
      }
      expect(answer.warnings.map(({ code }) => code)).toContain("marker-unknown")
      expect(answer.usage.calls).toBeGreaterThan(0)
      expect(answer.usage.byStage.synthesis?.inputTokens).toBe(answer.usage.inputTokens)
    },
  )

  it.each(Object.entries(systems))("%s rejects with the signal's reason", async (_, make) => {
    const rag = make()
    await rag.add(documents)
    const reason = new Error("enough")
    await expect(rag.ask(question, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  it.each(Object.entries(systems))(
    "%s refuses an empty question, no documents, unknown ids",
    async (_, make) => {
      const rag = make()
      await expect(rag.ask(" ")).rejects.toThrow(/`question`/)
      await expect(rag.ask(question)).rejects.toThrow(InvalidArgumentError)
      await rag.add(documents)
      await expect(rag.ask(question, { documents: ["nobody"] })).rejects.toThrow(InvalidArgumentError)
    },
  )
})

describe("fullContext", () => {
  const small = () => fakeLLM({ reply: cite, contextWindow: 600 })
  const synthesis = { maxOutputTokens: 100 }

  it("says by how much the documents do not fit, before any call", async () => {
    const llm = small()
    const rag = fullContext({ llm, retrieval, synthesis })
    await rag.add(documents.map(({ id, text }) => ({ id, text: text.repeat(4) })))
    await expect(rag.ask(question)).rejects.toThrow(/\d+ tokens are \d+ too many/)
    expect(llm.calls).toHaveLength(0)
  })

  it("drops what does not fit when asked, and says which", async () => {
    const rag = fullContext({ llm: small(), retrieval, synthesis, onOverflow: "drop" })
    await rag.add(documents)
    const answer = await rag.ask(question)
    const dropped = answer.documents.filter((outcome) => "reason" in outcome && outcome.reason === "limit")
    expect(dropped.map(({ documentId }) => documentId)).toEqual(["b", "c"])
    expect(answer.warnings.find(({ code }) => code === "documents-skipped")?.documentIds).toContain("c")
  })

  it("shows every character of every document once", async () => {
    const llm = fakeLLM(cite)
    const rag = fullContext({ llm, retrieval })
    await rag.add(documents)
    await rag.ask(question)
    const prompt = llm.calls[0]?.messages[1]?.content ?? ""
    for (const phrase of ["Alpha pays 10", "Beta pays 20", "Gamma pays nothing"]) {
      expect(prompt.split(phrase).length - 1, phrase).toBe(30)
    }
  })
})

describe("normalRag", () => {
  it("retrieves once, topK candidates, reranked to topN, in one call", async () => {
    const llm = fakeLLM(cite)
    const reranker = fakeReranker()
    const rag = normalRag({ llm, reranker, retrieval, topK: 6, topN: 2 })
    await rag.add(documents)
    const answer = await rag.ask(question)
    expect(llm.calls).toHaveLength(1)
    const shown = llm.calls[0]?.messages[1]?.content.match(/^<passage /gm) ?? []
    expect(shown).toHaveLength(2)
    expect(
      answer.documents.filter((outcome) => "reason" in outcome && outcome.reason === "not-selected"),
    ).not.toEqual([])
  })

  it.each([[{ topK: 0 }], [{ topK: 5, topN: 6 }]])("refuses %j", (options) => {
    expect(() => normalRag({ llm: fakeLLM(cite), ...options })).toThrow(/`top/)
  })
})

describe("agenticRag", () => {
  it("stops at its cap and still answers", async () => {
    const llm = fakeLLM((request) => (request.jsonSchema === undefined ? cite(request) : search("Beta")))
    const rag = agenticRag({ llm, retrieval, maxSearches: 3 })
    await rag.add(documents)
    expect((await rag.ask(question)).text).toContain("[1]")
    expect(llm.calls).toHaveLength(4)
  })

  it("shows a passage once", async () => {
    const llm = fakeLLM((request) => (request.jsonSchema === undefined ? cite(request) : search("Beta")))
    const rag = agenticRag({ llm, retrieval, maxSearches: 3 })
    await rag.add(documents)
    await rag.ask(question)
    const prompt =
      llm.calls
        .at(-1)
        ?.messages.map(({ content }) => content)
        .join("\n") ?? ""
    expect(prompt.match(/^<passage \w+ \[E1\]/gm)).toHaveLength(1)
    expect(prompt).toContain("shown before: [E1]")
  })
})

describe("a config with an agent in place of a model", () => {
  it("runs all four systems on one index without any call", async () => {
    const config = { ...offline(), vectorStore: memoryVectorStore(), retrieval }
    const systems = [spdRag(config), fullContext(config), normalRag(config), agenticRag(config)]
    for (const rag of systems) {
      await rag.add(documents)
      const answer = await rag.ask(question)
      expect(answer.documents.find(({ documentId }) => documentId === "b")?.status).toBe("answered")
      expect(answer.usage.calls).toBe(0)
      expect(answer.citations.some(({ documentId }) => documentId === "b")).toBe(true)
    }
  })

  it("is refused without model and agent", () => {
    expect(() => normalRag({})).toThrow(/`llm`/)
  })
})
