import type { Coordinator, DocumentAgent, Embedder, LLM, Reranker, Synthesizer, VectorStore } from "spd-rag"
import type { aiSdk, aiSdkEmbedder, aiSdkReranker } from "spd-rag/ai-sdk"
import type { cohereEmbedder, cohereReranker } from "spd-rag/cohere"
import type { loadDocuments } from "spd-rag/files"
import type { gemini, geminiEmbedder } from "spd-rag/gemini"
import { type checkPut, openCall, parseRetryAfter } from "spd-rag/kit"
import type { libsqlVectorStore } from "spd-rag/libsql"
import type { localEmbedder, localLLM } from "spd-rag/local"
import type { memoryVectorStore } from "spd-rag/memory"
import type { offlineAgent, offlineCoordinator, offlineSynthesizer } from "spd-rag/offline"
import type { qdrantVectorStore } from "spd-rag/qdrant"
import { describe, expectTypeOf, it } from "vitest"

describe("entries", () => {
  it("models, embedders, rerankers and stores are plugs", () => {
    expectTypeOf<ReturnType<typeof aiSdk | typeof gemini | typeof localLLM>>().toExtend<LLM>()
    expectTypeOf<
      ReturnType<typeof aiSdkEmbedder | typeof cohereEmbedder | typeof geminiEmbedder | typeof localEmbedder>
    >().toExtend<Embedder>()
    expectTypeOf<ReturnType<typeof aiSdkReranker | typeof cohereReranker>>().toExtend<Reranker>()
    expectTypeOf<
      ReturnType<typeof memoryVectorStore | typeof libsqlVectorStore | typeof qdrantVectorStore>
    >().toExtend<VectorStore>()
  })

  it("offline stages are stages", () => {
    expectTypeOf<ReturnType<typeof offlineCoordinator>>().toExtend<Coordinator>()
    expectTypeOf<ReturnType<typeof offlineAgent>>().toExtend<DocumentAgent>()
    expectTypeOf<ReturnType<typeof offlineSynthesizer>>().toExtend<Synthesizer>()
  })

  it("what is loaded can be added as it comes", () => {
    expectTypeOf<ReturnType<typeof loadDocuments>>().toExtend<AsyncIterable<{ id: string; text: string }>>()
  })

  it("the kit takes what plugs are handed", () => {
    expectTypeOf<Parameters<VectorStore["put"]>[0]>().toEqualTypeOf<Parameters<typeof checkPut>[0]>()
    expectTypeOf(openCall).parameter(2).toEqualTypeOf<AbortSignal | undefined>()
    expectTypeOf(parseRetryAfter).returns.toEqualTypeOf<number | undefined>()
  })
})
