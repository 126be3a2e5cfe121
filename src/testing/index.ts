/**
 * Fakes for unit tests, and suites that hold plugs of one's own to their contracts.
 *
 * @module spd-rag/testing
 */
export { type FakeClock, fakeClock } from "./fakes/clock"
export { type FakeEmbedder, type FakeEmbedderOptions, fakeEmbedder } from "./fakes/embedder"
export { type FakeLLM, type FakeLLMOptions, type FakeReply, fakeLLM, hang } from "./fakes/llm"
export {
  type FaithfulMergerOptions,
  faithfulMerger,
  type PerfectFact,
  type PerfectReaderOptions,
  perfectReader,
} from "./fakes/perfect-reader"
export { type FakeReranker, type FakeRerankerOptions, fakeReranker } from "./fakes/reranker"
export {
  type FakeAnswer,
  type FakeCell,
  type FakeRow,
  foundReply,
  planReply,
  rowReply,
  rowsReply,
  searchReply,
} from "./replies"
export {
  findingsIn,
  maySearch,
  promptOf,
  type ShownFinding,
  shownIn,
  stageOf,
  turnOf,
} from "./stages"
export { describeEmbedder, type EmbedderSubject, type EmbedderSuiteOptions } from "./suites/embedder"
export type { PlugSubject } from "./suites/kit/subject"
export type { TestRunner } from "./suites/kit/test-runner"
export { describeLLM, type LLMSubject, type LLMSuiteOptions } from "./suites/llm"
export { describeReranker, type RerankerSubject, type RerankerSuiteOptions } from "./suites/reranker"
export {
  describeVectorStore,
  type VectorStoreSubject,
  type VectorStoreSuiteOptions,
} from "./suites/vector-store"
