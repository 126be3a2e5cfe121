import { spdRag, type VectorStore } from "spd-rag"
import { qdrantVectorStore } from "spd-rag/qdrant"
import { fakeEmbedder, fakeLLM, foundReply, planReply, searchReply, stageOf, turnOf } from "spd-rag/testing"
import { afterEach, describe, expect, it } from "vitest"
import { copyDocument } from "../adapters/qdrant/copy-document"
import { type QdrantServer, startQdrantServer } from "../adapters/qdrant/server"

const TASKS = ["State the code word.", "State the term of the contract."]
const text = Array.from({ length: 9 }, (_, i) => `Sentence ${i} of the contract says nothing of use.`).join(
  " ",
)

let server: QdrantServer
afterEach(() => server.close())

describe("agents of a run that search for the same", () => {
  it("take one embedding a text and few requests, and find what they find one by one", async () => {
    server = await startQdrantServer()
    const whole = qdrantVectorStore({ url: server.url, collection: "spd" })
    const embedder = fakeEmbedder()
    const llm = fakeLLM((request) => {
      if (stageOf(request) === "coordinator") return planReply(TASKS)
      return turnOf(request) === 0 ? searchReply(...TASKS) : foundReply(undefined, undefined)
    })
    const ragOf = (vectorStore: VectorStore) =>
      spdRag({
        llm,
        embedder,
        vectorStore,
        agentOptions: { readWholeTokens: 0 },
        retrieval: { chunkTokens: 25, overlapTokens: 0, topK: 3, topN: 2 },
      })
    await ragOf(whole).add([{ id: "one", text }])
    copyDocument(server, "one", 59)

    const run = async (vectorStore: VectorStore) => {
      server.log.length = 0
      const embedded = embedder.calls.length
      const { documents } = await ragOf(vectorStore).ask("What is the code word?")
      const requests = (end: string) => server.log.filter(({ path }) => path.endsWith(end)).length
      return {
        documents,
        embeddings: embedder.calls.length - embedded,
        all: server.log.length,
        searches: requests("/query") + requests("/query/batch"),
      }
    }
    const { searchByDocument: _, ...alone } = whole
    const before = await run(alone)
    const after = await run(whole)
    expect(before.searches).toBe(120)
    expect(before.all).toBeGreaterThan(360)
    // Each document's chunks are two requests, and the list two.
    expect(after.searches).toBeLessThanOrEqual(12)
    expect(after.all).toBeLessThanOrEqual(150)
    expect(after.embeddings).toBe(TASKS.length)
    expect(before.embeddings).toBe(TASKS.length)
    expect(after.documents).toHaveLength(60)
    expect(after.documents).toEqual(before.documents)
  })
})
