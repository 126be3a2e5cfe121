import { type AgentOptions, resolveAgentOptions } from "./agent/agent-options"
import type {
  Coordinator,
  DocumentAgent,
  Embedder,
  LLM,
  Prices,
  Reranker,
  Synthesizer,
  VectorStore,
} from "./contracts"
import { InvalidArgumentError } from "./errors"
import type { SpdRagEvent } from "./events"
import { type RetrievalOptions, resolveRetrievalOptions } from "./retrieval/retrieval-options"
import { checkRouting, type RoutingOptions } from "./retrieval/routing-options"
import { type Clock, systemClock } from "./runtime/clock"
import { checkLimits, type Limits } from "./runtime/limit"
import { type RetryOptions, retryPolicy } from "./runtime/retry"
import { resolveSynthesisOptions, type SynthesisOptions } from "./synthesis/synthesis-options"

/** One model for all stages, or one a stage. */
export type StageLLMs = { readonly coordinator: LLM; readonly agent: LLM; readonly synthesizer: LLM }

export interface SpdRagConfig {
  /** Needed for the stages that are not given. */
  readonly llm?: LLM | Partial<StageLLMs> | undefined
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
  readonly agentOptions?: AgentOptions | undefined
  readonly synthesis?: SynthesisOptions | undefined
  /** Documents read, documents indexed, or merges, at a time. @default 16 */
  readonly concurrency?: number | undefined
  readonly retry?: RetryOptions | undefined
  /** Of every question; `ask` may set its own. */
  readonly limits?: Limits | undefined
  readonly prices?: Prices | undefined
  /** @default countTokens (cl100k_base) */
  readonly countTokens?: ((text: string) => number) | undefined
  /** @default the machine's clock */
  readonly clock?: Clock | undefined
  /** Jitter of retries, uniform in [0, 1). @default Math.random */
  readonly random?: (() => number) | undefined
}

export interface AskOptions {
  /** Ids, in the order in which outcomes come back. @default every document of the store */
  readonly documents?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
  readonly onEvent?: ((event: SpdRagEvent) => void) | undefined
  readonly limits?: Limits | undefined
  /** In place of the config's; `false` reads every document. */
  readonly routing?: RoutingOptions | false | undefined
}

const CONFIG_KEYS = [
  "llm",
  "embedder",
  "reranker",
  "vectorStore",
  "coordinator",
  "agent",
  "synthesizer",
  "retrieval",
  "routing",
  "agentOptions",
  "synthesis",
  "concurrency",
  "retry",
  "limits",
  "prices",
  "countTokens",
  "clock",
  "random",
]
const NESTED_KEYS: { readonly [option: string]: readonly string[] } = {
  retrieval: ["chunkTokens", "overlapTokens", "topK", "topN", "mode"],
  agentOptions: [
    "maxSearches",
    "maxQueriesPerTurn",
    "readWholeTokens",
    "repeatPassages",
    "maxOutputTokens",
    "temperature",
    "prompt",
  ],
  synthesis: [
    "maxBatchTokens",
    "maxOutputTokens",
    "packing",
    "compactNotFound",
    "quotesInMerges",
    "temperature",
    "prompt",
  ],
  retry: ["maxAttempts", "attemptTimeoutMs", "initialDelayMs", "maxDelayMs", "maxRetryAfterMs"],
  limits: ["maxTokens", "maxCost", "maxCalls", "maxDurationMs"],
}

/**
 * Checks everything about a config that can be known before the first call.
 *
 * @throws InvalidArgumentError that names the option and its value
 */
export function checkConfig(config: SpdRagConfig): void {
  if (typeof config !== "object" || config === null)
    throw new InvalidArgumentError("config", config, "an object")
  checkKeys(config, CONFIG_KEYS, "config")
  for (const [name, keys] of Object.entries(NESTED_KEYS)) {
    checkKeys(config[name as keyof SpdRagConfig], keys, name)
  }
  const { embedder, reranker, concurrency, llm } = config
  for (const [stage, plug] of [
    ["coordinator", config.coordinator],
    ["agent", config.agent],
    ["synthesizer", config.synthesizer],
  ] as const) {
    if (plug === undefined) checkLLM(llmOf(llm, stage), stage)
  }
  if (embedder !== undefined && !(Number.isInteger(embedder.dimensions) && embedder.dimensions > 0)) {
    throw new InvalidArgumentError("embedder.dimensions", embedder.dimensions, "an integer from 1 up")
  }
  if (embedder !== undefined) checkPlug("embedder", embedder, "embed")
  if (reranker !== undefined) checkPlug("reranker", reranker, "rerank")
  if (concurrency !== undefined && !(Number.isInteger(concurrency) && concurrency > 0)) {
    throw new InvalidArgumentError("concurrency", concurrency, "an integer from 1 up")
  }
  retryPolicy(config.retry, config.clock ?? systemClock, config.random ?? Math.random)
  resolveRetrievalOptions(config.retrieval, embedder !== undefined)
  checkRouting(config.routing)
  resolveAgentOptions(config.agentOptions)
  resolveSynthesisOptions(config.synthesis)
  checkRunLimits(config, config.limits)
}

/** @throws InvalidArgumentError for limits that make no sense with the config's models and prices */
export function checkRunLimits(config: SpdRagConfig, limits: Limits | undefined): void {
  if (limits === undefined) return
  checkKeys(limits, NESTED_KEYS.limits!, "limits")
  checkLimits(limits, config.prices ?? {}, modelIdsOf(config))
}

/** The models that a question may call. */
function modelIdsOf(config: SpdRagConfig): readonly string[] {
  const stages = (["coordinator", "agent", "synthesizer"] as const).filter(
    (stage) => config[stage] === undefined,
  )
  const models = stages.map((stage) => llmOf(config.llm, stage)?.modelId)
  return [...models, config.embedder?.modelId, config.reranker?.modelId].filter((id) => id !== undefined)
}

export function llmOf(llm: SpdRagConfig["llm"], stage: keyof StageLLMs): LLM | undefined {
  if (llm === undefined) return undefined
  return isLLM(llm) ? llm : llm[stage]
}

function isLLM(llm: LLM | Partial<StageLLMs>): llm is LLM {
  return "generate" in llm
}

function checkLLM(llm: LLM | undefined, stage: string): void {
  if (llm === undefined) {
    throw new InvalidArgumentError(
      "llm",
      undefined,
      `given, since no ${stage} is given; for a run without a model see spd-rag/offline`,
    )
  }
  checkPlug(`llm of the ${stage}`, llm, "generate")
  if (!(llm.contextWindow > 0)) {
    throw new InvalidArgumentError(
      `llm.contextWindow of the ${stage}`,
      llm.contextWindow,
      "a number of tokens above 0",
    )
  }
}

function checkPlug(name: string, plug: { readonly modelId: string }, method: string): void {
  if (typeof (plug as unknown as Record<string, unknown>)[method] !== "function") {
    throw new InvalidArgumentError(name, plug, `an object with a method \`${method}\``)
  }
  if (typeof plug.modelId !== "string" || plug.modelId === "") {
    throw new InvalidArgumentError(`${name}.modelId`, plug.modelId, "a name")
  }
}

export function checkKeys(options: unknown, keys: readonly string[], name: string): void {
  if (options === undefined) return
  if (typeof options !== "object" || options === null)
    throw new InvalidArgumentError(name, options, "an object")
  const unknown = Object.keys(options).find((key) => !keys.includes(key))
  if (unknown !== undefined) {
    throw new InvalidArgumentError(
      `${name}.${unknown}`,
      (options as Record<string, unknown>)[unknown],
      `no option at all; known are ${keys.join(", ")}`,
    )
  }
}
