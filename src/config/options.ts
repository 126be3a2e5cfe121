import type { AgentOptions } from "../agent/agent-options"
import type {
  CallCache,
  Coordinator,
  DocumentAgent,
  DocumentFilter,
  Embedder,
  LLM,
  Plan,
  Prices,
  Reranker,
  Synthesizer,
  Telemetry,
  VectorStore,
} from "../contracts"
import type { SpdRagEvent } from "../contracts/run-end"
import type { PlanningOptions } from "../coordinator/coordinator-options"
import type { Limits } from "../policy/limit-options"
import type { RateLimits } from "../policy/quota/rate-limits-option"
import type { RetryOptions } from "../policy/retry-options"
import type { RetrievalOptions } from "../retrieval/retrieval-options"
import type { RoutingOptions } from "../retrieval/routing-options"
import type { Clock } from "../runtime/clock"
import type { SynthesisOptions } from "../synthesis/synthesis-options"

/** One model for all stages, or one a stage. */
export type StageLLMs = { readonly coordinator: LLM; readonly agent: LLM; readonly synthesizer: LLM }

/** One model a stage, and one for all stages that is asked where a stage's own is down or refuses. */
export type ConfiguredLLMs = Partial<StageLLMs> & { readonly fallback?: LLM | undefined }

/** Plugs, limits and parameters of a set. */
export interface SpdRagConfig {
  /** Needed for the stages that are not given; `fallback` is asked where a stage's own model is down or refuses. */
  readonly llm?: LLM | ConfiguredLLMs | undefined
  /** Without it, search is by words alone. */
  readonly embedder?: Embedder | undefined
  readonly reranker?: Reranker | undefined
  /** @default memoryVectorStore() */
  readonly vectorStore?: VectorStore | undefined
  readonly coordinator?: Coordinator | undefined
  readonly agent?: DocumentAgent | undefined
  readonly synthesizer?: Synthesizer | undefined
  readonly retrieval?: RetrievalOptions | undefined
  /** Leaves out documents without a passage that fits any task; `ask` may set its own. @default off: every document is read */
  readonly routing?: RoutingOptions | false | undefined
  /** The user's own rules, tone and format: they reach the built-in stages beside the built-in rules. A stage's option of the same name goes before. */
  readonly instructions?: string | undefined
  /** Of the built-in coordinator. */
  readonly coordinatorOptions?: PlanningOptions | undefined
  /** Of the built-in agents. */
  readonly agentOptions?: AgentOptions | undefined
  /** Of the built-in synthesizer. */
  readonly synthesis?: SynthesisOptions | undefined
  /** Documents read, documents indexed, or merges, at a time; and calls of one model, over all questions. @default 16 */
  readonly concurrency?: number | undefined
  readonly retry?: RetryOptions | undefined
  /** Of every question; `ask` may set its own. */
  readonly limits?: Limits | undefined
  readonly prices?: Prices | undefined
  /** Quotas that are known, by modelId: they are kept below, over all questions of this instance. @default learnt from refusals */
  readonly rateLimits?: RateLimits | undefined
  /**
   * Keeps the results of finished model, embedding and rerank calls, so that none is paid twice: a Map, a Keyv or
   * unstorage instance, or one of `spd-rag/cache`. @default none
   */
  readonly cache?: CallCache | undefined
  /** Told of the work of runs: what `openTelemetry` of `spd-rag/telemetry` gives. @default none */
  readonly telemetry?: Telemetry | undefined
  /** @default countTokens (cl100k_base) */
  readonly countTokens?: ((text: string) => number) | undefined
  /** @default the machine's clock */
  readonly clock?: Clock | undefined
  /** Jitter of retries, uniform in [0, 1). @default Math.random */
  readonly random?: (() => number) | undefined
}

/** How a question is answered. */
export type AskMode = "prose" | "table" | "auto"

/** What a question may choose for itself, in place of what the set was made with. */
export interface AskOptions {
  /** Ids, in the order in which outcomes come back. @default every document of the store */
  readonly documents?: readonly string[] | undefined
  /** Of these documents, those whose metadata is so: `{ year: { gte: 2024 }, party: "Acme" }`. @default all of them */
  readonly where?: DocumentFilter | undefined
  readonly signal?: AbortSignal | undefined
  readonly onEvent?: ((event: SpdRagEvent) => void) | undefined
  /** A plan that was made before, in place of one by the coordinator: that of an answer, for example. */
  readonly plan?: Plan | undefined
  /**
   * `"table"`: the coordinator plans columns and a query, agents fill rows, and code computes the answer; `"auto"`: so where
   * the coordinator says that the question lists, counts, filters, orders, groups, compares or chains. @default "prose"
   */
  readonly mode?: AskMode | undefined
  readonly limits?: Limits | undefined
  /** In place of the config's; `false` reads every document. */
  readonly routing?: RoutingOptions | false | undefined
}
