/**
 * The method: one agent a document, one merge, one cited answer; its stages on their own, and the arithmetic.
 *
 * @module spd-rag
 */
export type { AgentOptions } from "./agent/agent-options"
export { agentPrompt } from "./agent/prompt"
export { type RunDocumentAgentOptions, runDocumentAgent } from "./agent/run-document-agent"
export type { Temperature } from "./calls/temperature"
export type { AskMode, AskOptions, ConfiguredLLMs, SpdRagConfig, StageLLMs } from "./config/options"
export { paperPreset } from "./config/paper-preset"
export type { TableRequest } from "./config/table-request"
export type {
  CachedUsage,
  CallCache,
  CallFallbackEvent,
  CallOrigin,
  CallRecord,
  CallRetryEvent,
  Chunk,
  ChunkHit,
  Citation,
  ColumnType,
  CompleteOptions,
  Coordinator,
  DocumentAgent,
  DocumentAgentTask,
  DocumentFilter,
  DocumentHits,
  DocumentOutcome,
  DocumentOutcomeJSON,
  DocumentScore,
  DocumentSearch,
  EmbeddedChunk,
  Embedder,
  EmbedPurpose,
  EmbedRequest,
  EmbedResponse,
  Estimate,
  EstimatedRange,
  EstimatedTotals,
  ExampleRow,
  FieldCondition,
  FilterValue,
  Findings,
  FinishReason,
  FoundRow,
  IndexCounts,
  IndexEvent,
  JSONSchema,
  JSONValue,
  LLM,
  LLMChunk,
  LLMRequest,
  LLMResponse,
  MergeLeaf,
  MergeNode,
  MergeStep,
  Message,
  ModelPrice,
  Passage,
  Plan,
  PlanRequest,
  Prices,
  QueryOptions,
  QueryResult,
  QueryRow,
  QuotaLeft,
  QuotaShare,
  Quote,
  ReadRow,
  RefusedQuote,
  Reranker,
  RerankRequest,
  RerankResponse,
  RowCheck,
  RowTask,
  RunEvent,
  RunTelemetry,
  ScoredChunk,
  SetInfo,
  SkipReason,
  SourceDocument,
  Stage,
  StageCalls,
  StageRun,
  StandardIssue,
  StandardResult,
  StandardSchema,
  StoredDocument,
  Synthesis,
  SynthesisTask,
  Synthesizer,
  Table,
  TableCell,
  TableColumn,
  TableData,
  TableExample,
  TableExportOptions,
  TableRow,
  TaskAnswer,
  Telemetry,
  TokenUsage,
  TraceCarrier,
  UnreadDocument,
  UsageReport,
  UsageTotals,
  ValueMapping,
  VectorStore,
  Warning,
  WorkEvent,
} from "./contracts"
export type { Answer, ComputedResult } from "./contracts/answer"
export type { SpdRagEvent } from "./contracts/run-end"
export type { PlanningOptions } from "./coordinator/coordinator-options"
export { type CoordinatorOptions, createCoordinator } from "./coordinator/create-coordinator"
export { COORDINATOR_PROMPT } from "./coordinator/prompt"
export type { AddReport, DocumentSource } from "./documents/index-documents"
export type { ImportReport, SetSource } from "./documents/move-set"
export type { SyncReport } from "./documents/sync-documents"
export {
  DocumentAgentError,
  type ErrorJSON,
  InvalidArgumentError,
  InvalidOutputError,
  LimitExceededError,
  NoFindingsError,
  ProviderError,
  type ProviderErrorFields,
  QueryError,
  RetriesExhaustedError,
  SpdRagError,
  StaleRevisionError,
  TimeoutError,
  type TimeoutPhase,
} from "./errors"
export { type Coverage, type CoverageCell, coverageOf } from "./evidence/coverage"
export type { TextSpan } from "./evidence/quotes/best-occurrence"
export { createQuoteLocator, locateQuote, type QuoteLocator } from "./evidence/quotes/locate-quote"
export { averageLinkage, type Dendrogram } from "./linkage/average-linkage"
export { cosineDistances, type Distances } from "./linkage/distances/cosine-distances"
export type { LinkageOptions } from "./linkage/options"
export { type PackingRequest, type PackingRule, packBatches } from "./packing/pack-batches"
export type { Limits } from "./policy/limit-options"
export type { RateLimit, RateLimits } from "./policy/quota/rate-limits-option"
export type { RetryOptions } from "./policy/retry-options"
export { createDocumentSearch, type DocumentSearchOptions } from "./retrieval/document-search"
export type { RetrievalMode, RetrievalOptions } from "./retrieval/retrieval-options"
export type { RoutingOptions } from "./retrieval/routing-options"
export { type AnswerJSON, answerFromJSON, answerToJSON } from "./run/answer-json"
export type { TableJSON } from "./run/answer-json/table-data"
export { outcomesOf, usageOf } from "./run/error-of-run"
export type {
  AddOptions,
  DocumentIndex,
  DocumentsOptions,
  StoreOptions,
  SyncOptions,
} from "./run/set/create-index"
export { exportSet, importSet } from "./run/set/move-set"
export type { Clock } from "./runtime/clock"
export { type SpdRag, spdRag } from "./spd-rag"
export { splitText } from "./splitting/split-text"
export type { SplitTextOptions, TextChunk } from "./splitting/steps"
export { splitTextYielding } from "./splitting/yielding"
export { maxMergeCalls, maxRounds } from "./synthesis/bounds"
export {
  ANSWER_PROMPT,
  MERGE_PROMPT,
  SYNTHESIS_PROMPT,
} from "./synthesis/prompt"
export { type RecursiveSynthesizeOptions, recursiveSynthesize } from "./synthesis/recursive-synthesize"
export type { SynthesisOptions } from "./synthesis/synthesis-options"
export { countTokens } from "./tokens/count-tokens"
export type { TokenCounter } from "./tokens/token-counter"
