import { llmOf, type SpdRagConfig, type StageLLMs } from "../config/options"
import type { Embedder, LLM, Reranker, RunEvent, Stage, VectorStore } from "../contracts"
import { createLimiter, type Limiter, type Limits } from "../policy/limit"
import { createMeter, type Meter } from "../policy/meter"
import { type PlugPolicy, withEmbedderPolicy, withLLMPolicy, withRerankerPolicy } from "../policy/plug-policy"
import { type RetryPolicy, retryPolicy } from "../policy/retry"
import { withStorePolicy } from "../policy/store-policy"
import { type Clock, systemClock } from "../runtime/clock"
import { errorJSON } from "../runtime/emit"
import { countTokens as countTokensDefault } from "../tokens/count-tokens"

/** One run's own plugs: the user's, under retries, time-outs, limits and a meter that no other run shares. */
export interface RunContext {
  readonly clock: Clock
  readonly meter: Meter
  readonly limiter: Limiter
  readonly vectorStore: VectorStore
  readonly countTokens: (text: string) => number
  readonly concurrency: number
  readonly emit: (event: RunEvent) => void
  llm(stage: keyof StageLLMs): LLM
  embedder(stage: Stage): Embedder | undefined
  reranker(): Reranker | undefined
}

/** What the config leaves open, filled in once. */
export function policyOf(config: SpdRagConfig): { readonly clock: Clock; readonly retry: RetryPolicy } {
  const clock = config.clock ?? systemClock
  return { clock, retry: retryPolicy(config.retry, clock, config.random ?? Math.random) }
}

const STAGES: { readonly [stage in keyof StageLLMs]: Stage } = {
  coordinator: "coordinator",
  agent: "agent",
  synthesizer: "synthesis",
}

export function createRunContext(
  config: SpdRagConfig,
  vectorStore: VectorStore,
  limits: Limits,
  emit: (event: RunEvent) => void,
): RunContext {
  const { clock, retry } = policyOf(config)
  const prices = config.prices ?? {}
  const meter = createMeter(prices)
  const limiter = createLimiter(limits, prices, () => clock.now())
  const countTokens = config.countTokens ?? countTokensDefault
  const policy: PlugPolicy = {
    retry,
    meter,
    limiter,
    countTokens,
    onRetry: (stage, modelId, { attempt, delayMs, error }) =>
      emit({ type: "call-retry", stage, modelId, attempt, delayMs, error: errorJSON(error) }),
  }
  return {
    clock,
    meter,
    limiter,
    countTokens,
    concurrency: config.concurrency ?? 16,
    emit,
    vectorStore: withStorePolicy(vectorStore, retry, ({ attempt, delayMs, error }) =>
      emit({
        type: "call-retry",
        stage: "search",
        modelId: "vectorStore",
        attempt,
        delayMs,
        error: errorJSON(error),
      }),
    ),
    llm: (stage) => withLLMPolicy(llmOf(config.llm, stage)!, STAGES[stage], policy),
    embedder: (stage) => config.embedder && withEmbedderPolicy(config.embedder, stage, policy),
    reranker: () => config.reranker && withRerankerPolicy(config.reranker, policy),
  }
}
