export { describeEmbedder, type EmbedderSubject, type EmbedderSuiteOptions } from "./describe-embedder"
export { describeLLM, type LLMSubject, type LLMSuiteOptions } from "./describe-llm"
export { describeReranker, type RerankerSubject, type RerankerSuiteOptions } from "./describe-reranker"
export {
  describeVectorStore,
  type VectorStoreSubject,
  type VectorStoreSuiteOptions,
} from "./describe-vector-store"
export type { PlugSubject } from "./plug/subject"
export type { TestRunner } from "./test-runner"
