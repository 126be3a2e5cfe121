import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { spdRag } from "spd-rag"
import { aiSdk, aiSdkEmbedder } from "spd-rag/ai-sdk"
import { cohereEmbedder, cohereReranker } from "spd-rag/cohere"
import { gemini, geminiEmbedder } from "spd-rag/gemini"
import { qdrantVectorStore } from "spd-rag/qdrant"
import { fakeEmbedder } from "spd-rag/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const apiKey = "key-that-nobody-may-see"
const document = "The harvest of 1921 was 4,711 tons."
const reason = "temperature must be from 0 to 2"
const words = `${reason};\n\u0000 it was asked "${document}" with ${apiKey}`

let server: Server
let url = ""
/** What the server answers with; undefined for a body that never ends. */
let body: string | undefined
let written = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume()
    request.on("end", () => {
      response.writeHead(400, { "content-type": "application/json" })
      if (body !== undefined) return void response.end(body)
      const piece = `{"message": "${"x".repeat(50_000)}`
      const more = () => {
        written += 1
        if (!response.destroyed) response.write(piece, () => setImmediate(more))
      }
      more()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

type Detail = { readonly errorDetail?: boolean }
const compatible = () => createOpenAICompatible({ name: "maker", apiKey, baseURL: url })
const request = { messages: [{ role: "user" as const, content: document }] }
const embedding = { texts: [document], purpose: "document" as const }
const calls: Readonly<Record<string, (detail: Detail) => Promise<unknown>>> = {
  gemini: (detail) => gemini({ model: "gemini-9", apiKey, baseUrl: url, ...detail }).generate(request),
  geminiEmbedder: (detail) => geminiEmbedder({ apiKey, baseUrl: url, ...detail }).embed(embedding),
  cohereEmbedder: (detail) => cohereEmbedder({ apiKey, baseUrl: url, ...detail }).embed(embedding),
  cohereReranker: (detail) =>
    cohereReranker({ apiKey, baseUrl: url, ...detail }).rerank({ query: "q", texts: [document], topN: 1 }),
  aiSdk: (detail) =>
    aiSdk(compatible().chatModel("chat-1"), { contextWindow: 9_000, ...detail }).generate(request),
  aiSdkEmbedder: (detail) =>
    aiSdkEmbedder(compatible().embeddingModel("embed-1"), { dimensions: 2, ...detail }).embed(embedding),
  qdrantVectorStore: (detail) =>
    qdrantVectorStore({ url, apiKey, collection: "c", ...detail }).get({ documentId: document }),
}

describe.each(Object.entries(calls))("%s, refused with status 400", (name, call) => {
  const failure = (detail: Detail = {}) =>
    call(detail).then(
      () => expect.fail("resolved"),
      (error: Error) => error,
    )
  const refusal = (message: string) =>
    JSON.stringify(name === "qdrantVectorStore" ? { status: { error: message } } : { error: { message } })

  it("says the provider's reason, without key and document", async () => {
    // Qdrant is asked for the collection first; what it repeats of points is in its own tests.
    body = refusal(name === "qdrantVectorStore" ? words.replace(document, "") : words)
    const error = await failure()
    const shown = error.message + JSON.stringify(error)
    expect(error).toMatchObject({ name: "ProviderError", status: 400 })
    expect(error.message).toContain(reason)
    expect(shown).not.toMatch(/nobody|4,711|[\n\0]/)
  })

  it("does not with errorDetail: false", async () => {
    body = refusal(words)
    expect((await failure({ errorDetail: false })).message).not.toContain(reason)
  })

  it("takes no other value for errorDetail", () => {
    expect(() => call({ errorDetail: "no" as never })).toThrow(/`errorDetail` to be true or false/)
  })

  it("shows at most 300 characters", async () => {
    body = refusal(`${reason}. ${"It is long. ".repeat(200_000)}`)
    const error = await failure()
    expect(error.message.length).toBeLessThan(480)
  })
})

it("of a body that never ends a beginning is read", async () => {
  body = undefined
  for (const name of ["gemini", "cohereEmbedder", "qdrantVectorStore"]) {
    await expect(calls[name]!({})).rejects.toMatchObject({ name: "ProviderError", status: 400 })
  }
  expect(written).toBeGreaterThan(3)
})

it("the error of a run says the reason", async () => {
  body = JSON.stringify({ error: { message: words } })
  const llm = gemini({ model: "gemini-9", apiKey, baseUrl: url })
  const rag = spdRag({ llm, embedder: fakeEmbedder() })
  await rag.add([{ id: "a", text: document }])
  await expect(rag.ask("What was the harvest?")).rejects.toThrow(reason)
  const coordinator = { plan: async () => ({ tasks: ["t"], synthesisDirective: "s" }) }
  const read = spdRag({ llm, embedder: fakeEmbedder(), coordinator })
  await read.add([{ id: "a", text: document }])
  const error: Error = await read.ask("What was the harvest?").catch((caught) => caught)
  expect(error.message + JSON.stringify(error)).toContain(reason)
})
