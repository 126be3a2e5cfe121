export { describeEmbedder, type EmbedderSubject, type EmbedderSuiteOptions } from "./describe-embedder"
export { describeLLM, type LLMSubject, type LLMSuiteOptions } from "./describe-llm"
export { describeReranker, type RerankerSubject, type RerankerSuiteOptions } from "./describe-reranker"
export {
  describeVectorStore,
  type VectorStoreSubject,
  type VectorStoreSuiteOptions,
} from "./describe-vector-store"
export { type FakeClock, fakeClock } from "./fake-clock"
export { type FakeEmbedder, type FakeEmbedderOptions, fakeEmbedder } from "./fake-embedder"
export { type FakeLLM, type FakeLLMOptions, type FakeReply, fakeLLM, hang } from "./fake-llm"
export { type FakeReranker, type FakeRerankerOptions, fakeReranker } from "./fake-reranker"
export {
  faithfulMerger,
  type PerfectFact,
  type PerfectReaderOptions,
  perfectReader,
} from "./perfect-reader"
export type { PlugSubject } from "./plug/subject"
export type { TestRunner } from "./test-runner"
