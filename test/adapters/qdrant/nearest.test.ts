import { spdRag } from "spd-rag"
import { qdrantVectorStore } from "spd-rag/qdrant"
import { fakeEmbedder } from "spd-rag/testing"
import { afterEach, describe, expect, it } from "vitest"
import { putOf } from "../../../src/testing/suites/vector-store/fixtures"
import { codeWordModel } from "../../support/model"
import { copyDocument } from "./copy-document"
import { type QdrantServer, startQdrantServer } from "./server"

let server: QdrantServer
afterEach(() => server.close())

describe("routing on a Qdrant server", () => {
  it("takes at most 50 requests for 10,000 documents, their list included", async () => {
    server = await startQdrantServer()
    const vectorStore = qdrantVectorStore({ url: server.url, collection: "spd" })
    const rag = spdRag({ llm: codeWordModel(), embedder: fakeEmbedder(), vectorStore })
    await rag.add([
      { id: "yes", text: "The code word of this document is alpha. State the code word." },
      { id: "bees", text: "Bees hum." },
    ])
    copyDocument(server, "bees", 9_998)
    server.log.length = 0
    let requests = 0
    const answer = await rag.ask("What is the code word?", {
      routing: { minScore: 0.6 },
      onEvent: ({ type }) => {
        if (type === "route-end") requests = server.log.length
      },
    })
    expect(answer.documents).toHaveLength(10_000)
    expect(answer.documents.filter(({ status }) => status !== "skipped")).toMatchObject([
      { documentId: "yes", status: "answered" },
    ])
    expect(requests).toBeGreaterThan(0)
    expect(requests).toBeLessThanOrEqual(50)
  })
})

describe("nearestByDocument on a Qdrant server", () => {
  it("asks again for the groups that the server left out", async () => {
    server = await startQdrantServer()
    const store = qdrantVectorStore({ url: server.url, collection: "spd" })
    for (let n = 0; n < 30; n++) {
      const vectors = Array.from({ length: 20 }, (_, i) => [100, n * 20 + i])
      await store.put(putOf(`d${n}`, "r", vectors))
    }
    server.log.length = 0
    const found = await store.nearestByDocument!({ vectors: [[1, 0]] })
    expect(found.map(({ documentId }) => documentId).toSorted()).toEqual(
      Array.from({ length: 30 }, (_, n) => `d${n}`).toSorted(),
    )
    expect(server.log.filter(({ path }) => path.endsWith("/groups")).length).toBeGreaterThan(1)
  })

  it("says when the index lacks chunks, and does not ask forever", async () => {
    server = await startQdrantServer()
    const store = qdrantVectorStore({ url: server.url, collection: "spd" })
    for (const id of ["a", "b"]) await store.put(putOf(id, "r", [[1, 0]]))
    const { points } = server.collections.get("spd")!
    for (const [id, { payload }] of points) {
      if (payload.kind === "chunk" && payload.document_id === "a") points.delete(id)
    }
    await expect(store.nearestByDocument!({ vectors: [[1, 0]] })).rejects.toMatchObject({
      name: "ProviderError",
      retryable: true,
    })
  })
})
