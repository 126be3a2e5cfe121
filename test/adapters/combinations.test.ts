import { type Embedder, type LLM, type Reranker, spdRag, type VectorStore } from "spd-rag"
import { cohereEmbedder, cohereReranker } from "spd-rag/cohere"
import { gemini, geminiEmbedder } from "spd-rag/gemini"
import { libsqlVectorStore } from "spd-rag/libsql"
import { memoryVectorStore } from "spd-rag/memory"
import { qdrantVectorStore } from "spd-rag/qdrant"
import { fakeEmbedder } from "spd-rag/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { aiSdkEmbedder } from "../../src/adapters/ai-sdk"
import { codeWordModel, documentText, WORDS } from "../support/model"
import { compatible, languageModel, rerankingModel } from "./ai-sdk/providers"
import { startOpenAIServer } from "./ai-sdk/server"
import { startCohereServer } from "./cohere/server"
import { startGeminiServer } from "./gemini/server"
import { codeWordText, geminiCodeWords } from "./kit/code-words"
import type { FaultServer } from "./kit/fault-server"
import { hashVector } from "./kit/hash-vector"
import { type QdrantServer, startQdrantServer } from "./qdrant/server"

const apiKey = "key"
const dimensions = 256
/** Several chunks a document, so that what an agent is shown comes from the search. */
const documents = WORDS.map((word, index) => ({ id: `doc-${index + 1}`, text: documentText(word, 16) }))

interface Servers {
  readonly google: FaultServer
  readonly cohere: FaultServer
  readonly openai: FaultServer
  readonly qdrant: QdrantServer
}

let servers: Servers
beforeAll(async () => {
  const [google, cohere, openai, qdrant] = await Promise.all([
    startGeminiServer({ reply: geminiCodeWords }),
    startCohereServer(),
    startOpenAIServer({ reply: codeWordText, dimensions }),
    startQdrantServer(),
  ])
  servers = { google, cohere, openai, qdrant }
})
afterAll(() => Promise.all(Object.values(servers).map((server) => server.close())))

const llms: { readonly [name: string]: () => LLM } = {
  fake: () => codeWordModel({ streamPieces: 3 }),
  gemini: () => gemini({ model: "gemini-2.5-flash", apiKey, baseUrl: servers.google.url }),
  "ai-sdk": () => languageModel({ apiKey, baseUrl: servers.openai.url }),
}

const embedders: { readonly [name: string]: () => Embedder } = {
  fake: () =>
    fakeEmbedder({ dimensions, onCall: ({ texts }) => texts.map((text) => hashVector(text, dimensions)) }),
  gemini: () => geminiEmbedder({ apiKey, baseUrl: servers.google.url, dimensions }),
  cohere: () => cohereEmbedder({ apiKey, baseUrl: servers.cohere.url, dimensions }),
  "ai-sdk": () =>
    aiSdkEmbedder(compatible({ apiKey, baseUrl: servers.openai.url }).embeddingModel("embed-1"), {
      dimensions,
    }),
}

const rerankers: { readonly [name: string]: () => Reranker | undefined } = {
  none: () => undefined,
  cohere: () => cohereReranker({ apiKey, baseUrl: servers.cohere.url }),
  "ai-sdk": () => rerankingModel({ apiKey, baseUrl: servers.cohere.url }),
}

const stores: { readonly [name: string]: (collection: string) => VectorStore } = {
  memory: () => memoryVectorStore(),
  libsql: () => libsqlVectorStore({ url: ":memory:" }),
  qdrant: (collection) => qdrantVectorStore({ url: servers.qdrant.url, collection }),
}

/** Of an answer, what no choice of adapters may change. */
async function answered(config: {
  llm: LLM
  embedder: Embedder
  reranker?: Reranker | undefined
  vectorStore: VectorStore
}) {
  const rag = spdRag({
    ...config,
    retrieval: { chunkTokens: 120, overlapTokens: 20, topK: 4, topN: 2 },
    agentOptions: { readWholeTokens: 0 },
  })
  const added = await rag.add(documents)
  const deltas: string[] = []
  const answer = await rag.ask("What are the code words?", {
    onEvent: (event) => event.type === "answer-delta" && deltas.push(event.text),
  })
  const { text, citations, plan, documents: outcomes, warnings } = answer
  const whole = outcomes.map((outcome) => {
    if (outcome.status !== "answered") return outcome
    const { searches, ...findings } = outcome.findings
    return { ...outcome, findings: { ...findings, queries: searches.map(({ query }) => query) } }
  })
  const { agent, coordinator, synthesis } = answer.usage.byStage
  const calls = [coordinator, agent, synthesis].map((stage) => stage?.calls)
  return {
    added,
    streamed: deltas.join(""),
    text,
    citations,
    plan,
    outcomes: whole,
    // Gemini's embeddings and the AI SDK's reranking report no usage, and the answer says so.
    warnings: warnings.filter(({ code }) => code !== "usage-incomplete"),
    calls,
  }
}

describe("the same documents and question, through every combination of adapters", () => {
  let expected: Awaited<ReturnType<typeof answered>>
  beforeAll(async () => {
    expected = await answered({
      llm: llms.fake!(),
      embedder: embedders.fake!(),
      vectorStore: memoryVectorStore(),
    })
  })

  it("is an answer from all seven documents", () => {
    expect(expected.text).toBe(WORDS.map((word, index) => `${word} [${index + 1}]`).join("\n"))
    expect(expected.streamed).toBe(expected.text)
    expect(expected.citations.map(({ quote }) => quote)).toEqual(
      WORDS.map((word) => `The code word of this document is ${word}.`),
    )
    expect(expected.calls).toEqual([1, 14, 1])
  })

  const pairs = Object.keys(embedders).flatMap((embedder) => {
    return Object.keys(stores).map((store) => [embedder, store] as const)
  })
  it.each(pairs)("embedder %s, store %s, with each LLM and each reranker", async (embedder, store) => {
    const vectorStore = stores[store]!(`with-${embedder}`)
    let first = true
    for (const [llm, makeLLM] of Object.entries(llms)) {
      for (const [reranker, makeReranker] of Object.entries(rerankers)) {
        const { added, ...answer } = await answered({
          llm: makeLLM(),
          embedder: embedders[embedder]!(),
          reranker: makeReranker(),
          vectorStore,
        })
        const ids = documents.map(({ id }) => id)
        // What one combination has stored, the next one finds there.
        expect(added).toMatchObject(first ? { added: ids } : { unchanged: ids })
        first = false
        const { added: _, ...same } = expected
        expect(answer, `${llm}, ${embedder}, ${reranker}, ${store}`).toEqual(same)
      }
    }
  })
})
