import type {
  Embedder,
  FinishReason,
  LLM,
  LLMChunk,
  LLMRequest,
  LLMResponse,
  Reranker,
  ScoredChunk,
  VectorStore,
} from "spd-rag"
import { memoryVectorStore } from "spd-rag/memory"
import { fakeEmbedder, fakeLLM, fakeReranker } from "spd-rag/testing"
import { describe, expectTypeOf, it } from "vitest"

// Compiled by `npm run check:types`: what is wrong here does not compile.
describe("plugs", () => {
  it("the least plug of each kind is one", () => {
    expectTypeOf<{
      modelId: string
      contextWindow: number
      generate(request: LLMRequest): Promise<{ text: string; finishReason: "stop" }>
    }>().toExtend<LLM>()
    expectTypeOf<{
      modelId: string
      dimensions: number
      embed(): Promise<{ vectors: number[][] }>
    }>().toExtend<Embedder>()
    expectTypeOf<{
      modelId: string
      rerank(): Promise<{ ranking: { index: number; score: number }[] }>
    }>().toExtend<Reranker>()
  })

  it("one that lacks its method or says another reason to end is none", () => {
    expectTypeOf<{ modelId: string; contextWindow: number }>().not.toExtend<LLM>()
    expectTypeOf<{ text: string; finishReason: "done" }>().not.toExtend<LLMResponse>()
    expectTypeOf<FinishReason>().toEqualTypeOf<"stop" | "length" | "blocked">()
    expectTypeOf<Omit<VectorStore, "search">>().not.toExtend<VectorStore>()
  })

  it("requests can't be written to, and the last chunk's fields may be left out", () => {
    expectTypeOf<LLMRequest["messages"]>().not.toExtend<unknown[]>()
    expectTypeOf<{ text: string }>().toExtend<LLMChunk>()
    expectTypeOf<ReturnType<VectorStore["search"]>>().toEqualTypeOf<Promise<readonly ScoredChunk[]>>()
  })

  it("what the library ships fits", () => {
    expectTypeOf(fakeLLM([])).toExtend<LLM>()
    expectTypeOf(fakeEmbedder()).toExtend<Embedder>()
    expectTypeOf(fakeReranker()).toExtend<Reranker>()
    expectTypeOf(memoryVectorStore()).toExtend<VectorStore>()
  })
})
