import { StaleRevisionError, spdRag } from "spd-rag"
import { memoryVectorStore } from "spd-rag/memory"
import { fakeEmbedder } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { codeWordModel, documentText, promptOf } from "../support/model"
import { interceptStore } from "../support/store"

const QUESTION = "What are the code words?"
const SEARCHING = { agentOptions: { readWholeTokens: 0 }, retrieval: { chunkTokens: 60, overlapTokens: 10 } }

describe("a document that was edited", () => {
  it.each(["hybrid", "dense", "lexical"] as const)(
    "answers with its new text only, and no agent is shown the old one (%s)",
    async (mode) => {
      const llm = codeWordModel()
      const config = { ...SEARCHING, retrieval: { ...SEARCHING.retrieval, mode } }
      const rag = spdRag({ llm, embedder: fakeEmbedder(), ...config })
      await rag.add({ id: "king", text: documentText("born987") })
      expect((await rag.ask(QUESTION)).text).toContain("born987")

      const before = llm.calls.length
      expect((await rag.add({ id: "king", text: documentText("born986", 20) })).replaced).toEqual(["king"])
      const answer = await rag.ask(QUESTION)
      expect(answer.text).toContain("born986")
      expect(JSON.stringify(answer)).not.toContain("born987")
      for (const request of llm.calls.slice(before)) expect(promptOf(request)).not.toContain("born987")
    },
  )

  it("while it is read is read once more, whole, at its new revision", async () => {
    const store = memoryVectorStore()
    const llm = codeWordModel()
    let calls = 0
    const editing = interceptStore(store, async () => {
      calls += 1
      // After the list of documents, before the agent's first search.
      if (calls === 2) await writer.add({ id: "king", text: documentText("born986") })
    })
    const writer = spdRag({ llm, embedder: fakeEmbedder(), vectorStore: store, ...SEARCHING })
    const rag = spdRag({ llm, embedder: fakeEmbedder(), vectorStore: editing, ...SEARCHING })
    await writer.add({ id: "king", text: documentText("born987") })
    const answer = await rag.ask(QUESTION)
    expect(answer.documents.map(({ status }) => status)).toEqual(["answered"])
    expect(answer.text).toContain("born986")
    expect(JSON.stringify(answer)).not.toContain("born987")
  })
})

describe("a document that was removed", () => {
  it("leaves no chunk, and comes back as a new one", async () => {
    const store = memoryVectorStore()
    const rag = spdRag({ llm: codeWordModel(), embedder: fakeEmbedder(), vectorStore: store, ...SEARCHING })
    await rag.add([
      { id: "gone", text: documentText("alpha") },
      { id: "here", text: documentText("bravo") },
    ])
    const { revision } = (await store.get({ documentId: "gone" }))!
    await rag.remove("gone")
    await rag.remove(["gone", "never there"])
    await expect(store.chunks({ documentId: "gone", revision })).rejects.toThrow(StaleRevisionError)
    const vector = new Float32Array(64).fill(1)
    await expect(store.search({ documents: [{ id: "gone", revision }], vector, topK: 3 })).rejects.toThrow(
      StaleRevisionError,
    )
    const answer = await rag.ask(QUESTION)
    expect(answer.documents.map(({ documentId }) => documentId)).toEqual(["here"])
    expect(answer.text).not.toContain("alpha")
    expect((await rag.add({ id: "gone", text: documentText("alpha") })).added).toEqual(["gone"])
  })
})
