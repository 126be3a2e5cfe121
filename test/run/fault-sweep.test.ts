import { type Answer, InvalidOutputError, type LLMRequest, ProviderError, SpdRagError, spdRag } from "spd-rag"
import { memoryVectorStore } from "spd-rag/memory"
import { fakeClock, fakeEmbedder, fakeLLM, fakeReranker, hang } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { codeWordReply, sevenDocuments, WORDS } from "../support/model"
import { interceptStore } from "../support/store"

/** A failure of one call; `poison` says how a plug's own reply is spoilt, where the fault is no thrown error. */
type Fault =
  | "429"
  | "500"
  | "400"
  | "hang"
  | "malformed"
  | "truncated"
  | "blocked"
  | "empty"
  | "wrong-count"
  | "nan"

const THROWN: { readonly [fault in Fault]?: () => Error } = {
  "429": () => new ProviderError("slow down", { provider: "fake", status: 429, retryAfterMs: 7_000 }),
  "500": () => new ProviderError("broken", { provider: "fake", status: 500 }),
  "400": () => new ProviderError("refused", { provider: "fake", status: 400 }),
}

type Plug = "llm" | "embedder" | "reranker" | "store"

/** Runs add and ask on seven documents with one fault at call `k` of one plug. */
async function runWithFault(plug: Plug, fault: Fault, k: number) {
  const clock = fakeClock()
  const calls = { llm: 0, embedder: 0, reranker: 0, store: 0 }
  let hit = false
  const strike = async (
    at: Plug,
    request: { readonly signal?: AbortSignal | undefined },
  ): Promise<boolean> => {
    if (at !== plug || calls[at]++ !== k) return false
    hit = true
    const thrown = THROWN[fault]
    if (thrown !== undefined) throw thrown()
    if (fault === "hang") await hang(request)
    return true
  }
  const llm = fakeLLM({
    contextWindow: 200_000,
    reply: async (request: LLMRequest) => {
      const struck = await strike("llm", request)
      if (!struck) return codeWordReply(request)
      if (fault === "blocked") return { text: "", finishReason: "blocked" }
      if (fault === "truncated") return { text: '{"reasoning": "I', finishReason: "length" }
      return fault === "empty" ? "" : "this is no JSON"
    },
  })
  const embedder = fakeEmbedder({
    dimensions: 16,
    maxBatchSize: 4,
    onCall: async (request) => {
      const struck = await strike("embedder", request)
      if (!struck) return undefined
      const good = request.texts.map(() => new Float32Array(16).fill(1))
      return fault === "nan" ? good.map((vector) => vector.fill(Number.NaN)) : good.slice(1)
    },
  })
  const reranker = fakeReranker({
    onCall: async (request) => {
      const struck = await strike("reranker", request)
      return struck ? [{ index: 99, score: 1 }] : undefined
    },
  })
  const vectorStore = interceptStore(memoryVectorStore(), (request) => strike("store", request))
  const rag = spdRag({
    llm,
    embedder,
    reranker,
    vectorStore,
    clock,
    random: () => 0.5,
    concurrency: 3,
    agentOptions: { readWholeTokens: 0 },
  })
  const documents = sevenDocuments()
  const report = await rag.add(documents)
  const added = report.added.length + report.failed.length
  expect(added + report.skipped.length + report.replaced.length + report.unchanged.length).toBe(7)
  let answer: Answer | undefined
  let error: unknown
  try {
    answer = await rag.ask("What are the code words?")
  } catch (caught) {
    error = caught
  }
  return { hit, report, answer, error, documents, clock }
}

const SWEEP: readonly (readonly [Plug, readonly Fault[]])[] = [
  ["llm", ["429", "500", "400", "hang", "malformed", "truncated", "blocked", "empty"]],
  ["embedder", ["429", "500", "400", "hang", "wrong-count", "nan"]],
  ["reranker", ["429", "500", "400", "hang", "malformed"]],
  ["store", ["429", "500", "400", "hang"]],
]

describe("one fault at any call of any plug", () => {
  for (const [plug, faults] of SWEEP) {
    it.each(faults)(`ends in a right answer or a typed error: ${plug}, %s`, async (fault) => {
      for (let k = 0; ; k++) {
        const { hit, report, answer, error, documents } = await runWithFault(plug, fault, k)
        if (!hit) {
          expect(k).toBeGreaterThan(3)
          break
        }
        const indexed = 7 - report.failed.length
        if (answer === undefined) {
          expect(SpdRagError.isInstance(error), `${plug} ${fault} at ${k}: ${String(error)}`).toBe(true)
          continue
        }
        expect(answer.documents).toHaveLength(indexed)
        for (const outcome of answer.documents) {
          expect(["answered", "not-found", "partial", "failed"]).toContain(outcome.status)
          if (outcome.status === "answered") {
            const word = WORDS[documents.findIndex(({ id }) => id === outcome.documentId)]!
            expect(outcome.findings.answers[0]?.answer).toBe(word)
            // A model may write a poor last text; then the answer says that it cites nothing.
            const uncited = answer.warnings.some(({ code }) => code === "answer-uncited")
            if (!uncited) expect(answer.text).toContain(word)
          }
          if ("error" in outcome) expect(SpdRagError.isInstance(outcome.error)).toBe(true)
        }
        for (const { documentId, quote, start, end } of answer.citations) {
          expect(documents.find(({ id }) => id === documentId)!.text.slice(start, end)).toBe(quote)
        }
        const retryable = fault === "429" || fault === "500" || fault === "hang"
        if (retryable) {
          // A passing fault costs a retry, not a document.
          expect(report.failed).toEqual([])
          expect(answer.documents.map(({ status }) => status)).toEqual(Array(7).fill("answered"))
        }
      }
    })
  }

  it("waits as long as Retry-After says, on the clock it was given", async () => {
    const { clock, answer } = await runWithFault("llm", "429", 2)
    expect(answer?.documents).toHaveLength(7)
    expect(clock.waits).toContain(7_000)
  })

  it("a failed synthesis hands over what was read", async () => {
    const llm = fakeLLM((request) =>
      request.jsonSchema === undefined ? { text: "", finishReason: "blocked" } : codeWordReply(request),
    )
    const rag = spdRag({ llm })
    await rag.add(sevenDocuments())
    const error: unknown = await rag.ask("What are the code words?").catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(InvalidOutputError)
    expect((error as InvalidOutputError).documents?.map(({ status }) => status)).toEqual(
      Array(7).fill("answered"),
    )
  })
})
