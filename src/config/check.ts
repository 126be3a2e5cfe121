import { resolveAgentOptions } from "../agent/agent-options"
import type { LLM } from "../contracts"
import { InvalidArgumentError } from "../errors"
import { checkLimits, type Limits } from "../policy/limit"
import { retryPolicy } from "../policy/retry"
import { resolveRetrievalOptions } from "../retrieval/retrieval-options"
import { checkRouting } from "../retrieval/routing-options"
import { systemClock } from "../runtime/clock"
import { resolveSynthesisOptions } from "../synthesis/synthesis-options"
import { checkKnownOptions } from "./known-options"
import { llmOf, type SpdRagConfig } from "./options"

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
  checkKnownOptions(config, CONFIG_KEYS, "config")
  for (const [name, keys] of Object.entries(NESTED_KEYS)) {
    checkKnownOptions(config[name as keyof SpdRagConfig], keys, name)
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
  checkKnownOptions(limits, NESTED_KEYS.limits!, "limits")
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
