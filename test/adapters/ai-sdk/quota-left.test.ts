import { type AiSdkLanguageModel, aiSdk, aiSdkEmbedder, aiSdkReranker } from "spd-rag/ai-sdk"
import { expect, it } from "vitest"

const response = {
  headers: { "x-ratelimit-remaining-requests": "4", "x-ratelimit-reset-requests": "30s" },
}
const left = { requests: { remaining: 4, resetMs: 30_000 } }
const head = { specificationVersion: "v3", provider: "x", modelId: "m" }
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
const finishReason = { unified: "stop", raw: "stop" }

it("what an answer's headers say is left reaches the core, of replies, streams, vectors and rankings", async () => {
  const model: AiSdkLanguageModel = {
    ...head,
    doGenerate: async () => ({ content: [{ type: "text", text: "hi" }], finishReason, usage, response }),
    doStream: async () => ({
      response,
      stream: new ReadableStream({
        start(controller) {
          controller.enqueue({ type: "text-delta", delta: "hi" })
          controller.enqueue({ type: "finish", finishReason, usage })
          controller.close()
        },
      }),
    }),
  }
  const llm = aiSdk(model, { contextWindow: 1_000 })
  const request = { messages: [{ role: "user", content: "hi" }] } as const
  expect((await llm.generate(request)).quotaLeft).toEqual(left)
  const chunks = []
  for await (const chunk of llm.stream!(request)) chunks.push(chunk)
  expect(chunks.at(-1)?.quotaLeft).toEqual(left)
  const embedder = aiSdkEmbedder(
    { ...head, maxEmbeddingsPerCall: 9, doEmbed: async () => ({ embeddings: [[1, 2]], response }) },
    { dimensions: 2 },
  )
  expect((await embedder.embed({ texts: ["a"], purpose: "query" })).quotaLeft).toEqual(left)
  const reranker = aiSdkReranker({
    ...head,
    doRerank: async () => ({ ranking: [{ index: 0, relevanceScore: 1 }], response }),
  })
  expect((await reranker.rerank({ query: "q", texts: ["a"], topN: 1 })).quotaLeft).toEqual(left)
})
