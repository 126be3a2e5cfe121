import { memoryVectorStore } from "../adapters/memory"
import { agentChecks, type ResolvedAgentOptions } from "../agent/agent-options"
import type { DocumentAgent, Synthesizer } from "../contracts"
import { planningChecks, type ResolvedPlanningOptions } from "../coordinator/coordinator-options"
import { InvalidArgumentError } from "../errors"
import type { SharedCalls } from "../policy/cache/call-cache"
import { checkPriced, limitsOption } from "../policy/limit-options"
import { pricesOption } from "../policy/prices-option"
import { createQuotaGates, type QuotaGates } from "../policy/quota/gates"
import { checkLimitedModels, rateLimitsOption } from "../policy/quota/rate-limits-option"
import { type ResolvedRetryOptions, retryChecks } from "../policy/retry-options"
import { type ResolvedRetrievalOptions, retrievalOption } from "../retrieval/retrieval-options"
import { routing } from "../retrieval/routing-options"
import { type Checks, checkOptions, type Filled, group, isRecord, optional } from "../runtime/check/options"
import {
  cachePlug,
  clockPlug,
  coordinatorPlug,
  embedderPlug,
  rerankerPlug,
  telemetryPlug,
  vectorStorePlug,
} from "../runtime/check/plugs"
import { callable, filledText, integerFrom } from "../runtime/check/values"
import { systemClock } from "../runtime/clock"
import { type ResolvedSynthesisOptions, synthesisChecks } from "../synthesis/synthesis-options"
import { defaultCounter } from "../tokens/default-counter"
import type { TokenCounter } from "../tokens/token-counter"
import { llms } from "./llms"
import type { ConfiguredLLMs, SpdRagConfig } from "./options"

/** What the options that are more than one value come to. */
interface ResolvedGroups {
  readonly llm: ConfiguredLLMs
  readonly retrieval: ResolvedRetrievalOptions
  readonly coordinatorOptions: ResolvedPlanningOptions
  readonly agentOptions: ResolvedAgentOptions
  readonly synthesis: ResolvedSynthesisOptions
  readonly retry: ResolvedRetryOptions
}

/** What has no default: without it, something else is done. */
type Open =
  | "instructions"
  | "embedder"
  | "reranker"
  | "coordinator"
  | "agent"
  | "synthesizer"
  | "prices"
  | "cache"
  | "telemetry"

type CheckedConfig = Omit<Filled<SpdRagConfig, Open>, keyof ResolvedGroups> & ResolvedGroups

/** A config, checked whole, every default filled in, frozen; with what all calls of an instance share. */
export type ResolvedConfig = CheckedConfig & {
  readonly gates: QuotaGates
  readonly sharedCalls: SharedCalls | undefined
}

const configChecks = (hasEmbedder: boolean): Checks<CheckedConfig> => ({
  llm: llms,
  embedder: optional(embedderPlug),
  reranker: optional(rerankerPlug),
  vectorStore: (value, path) => (value === undefined ? memoryVectorStore() : vectorStorePlug(value, path)),
  coordinator: optional(coordinatorPlug),
  agent: optional(callable<DocumentAgent>()),
  synthesizer: optional(callable<Synthesizer>()),
  retrieval: retrievalOption(hasEmbedder),
  routing: optional(routing, false),
  instructions: optional(filledText("rules for the models")),
  coordinatorOptions: group(planningChecks),
  agentOptions: group(agentChecks),
  synthesis: group(synthesisChecks),
  concurrency: optional(integerFrom(1), 16),
  retry: group(retryChecks),
  limits: optional(limitsOption, {}),
  prices: optional(pricesOption),
  rateLimits: optional(rateLimitsOption, {}),
  cache: optional(cachePlug),
  telemetry: optional(telemetryPlug),
  countTokens: optional(callable<TokenCounter>(), defaultCounter),
  clock: optional(clockPlug, systemClock),
  random: optional(callable<() => number>(), Math.random),
})

/**
 * Everything about a config that can be known before the first call.
 *
 * @throws InvalidArgumentError that names the option, what came and what is expected
 */
export function resolveConfig(given: SpdRagConfig): ResolvedConfig {
  if (!isRecord(given)) throw new InvalidArgumentError("config", given, "an object")
  const config = checkOptions(given, configChecks(given.embedder !== undefined), "config")
  for (const stage of ["coordinator", "agent", "synthesizer"] as const) {
    if (config[stage] !== undefined || config.llm[stage] !== undefined) continue
    const expected = `given, since no ${stage} is given; for a run without a model see spd-rag/offline`
    const argument = given.llm === undefined ? "llm" : `llm.${stage}`
    throw new InvalidArgumentError(argument, undefined, expected)
  }
  checkPriced(config.limits, config.prices, modelIdsOf(config))
  const ownStages = [config.coordinator, config.agent, config.synthesizer].some(Boolean)
  // A stage of one's own may bring any model.
  if (!ownStages) checkLimitedModels(config.rateLimits, modelIdsOf(config))
  const { rateLimits, concurrency, retry, clock, random, cache } = config
  const withInstructions = <T extends { readonly instructions?: string | undefined }>(stage: T): T => ({
    ...stage,
    instructions: stage.instructions ?? config.instructions,
  })
  return Object.freeze({
    ...config,
    coordinatorOptions: withInstructions(config.coordinatorOptions),
    agentOptions: withInstructions(config.agentOptions),
    synthesis: withInstructions(config.synthesis),
    gates: createQuotaGates(rateLimits, concurrency, { ...retry, clock, random }),
    sharedCalls: cache && { cache, underWay: new Map() },
  })
}

/** The models that a question may call, but those of plugs of one's own. */
export function modelIdsOf(config: CheckedConfig): readonly string[] {
  const stages = (["coordinator", "agent", "synthesizer"] as const).filter(
    (stage) => config[stage] === undefined,
  )
  const fallback = stages.length > 0 ? config.llm.fallback : undefined
  const plugs = [...stages.map((stage) => config.llm[stage]), fallback, config.embedder, config.reranker]
  return [...new Set(plugs.flatMap((plug) => (plug === undefined ? [] : [plug.modelId])))]
}
