import type { ResolvedConfig } from "../config/resolve"
import type {
  CallOrigin,
  CallRecord,
  CallRetryEvent,
  Embedder,
  LLM,
  Reranker,
  RunTelemetry,
  Stage,
  StageCalls,
  VectorStore,
} from "../contracts"
import { createRunCache } from "../policy/cache/call-cache"
import { withEmbedderCache } from "../policy/cache/embedder-cache"
import { withLLMCache } from "../policy/cache/llm-cache"
import { withRerankerCache } from "../policy/cache/reranker-cache"
import { type DownModels, type FallbackNotice, withFallback } from "../policy/fallback"
import { createLimiter, type Limiter } from "../policy/limit"
import type { Limits } from "../policy/limit-options"
import { createMeter, type Meter } from "../policy/meter"
import { withEmbedderPolicy } from "../policy/plugs/embedder"
import { withLLMPolicy } from "../policy/plugs/llm"
import type { PlugPolicy } from "../policy/plugs/plug-policy"
import type { PolicedLLM } from "../policy/plugs/policed-llm"
import { withRerankerPolicy } from "../policy/plugs/reranker"
import type { RetryNotice } from "../policy/retry"
import { withStorePolicy } from "../policy/store-policy"
import { errorJSON } from "../runtime/emit"

/** Plugs of one run, under retries, time-outs, limits and a meter that no other run shares. */
export interface PolicedPlugs {
  readonly meter: Meter
  readonly limiter: Limiter
  /** The config's store, for calls of one stage. */
  store(stage: Stage): VectorStore
  /** The config's model of a stage, with its fallback behind it. */
  configured(llm: LLM, origin: CallOrigin, onFallback: (notice: FallbackNotice) => void): LLM
  /** Any model, the config's or a stage's own, for calls of one stage, and of one document where they serve no other. */
  calls(stage: Stage, documentId?: string): StageCalls
}

/** Who is told of calls, beside the meter. */
export interface PlugListeners {
  readonly onCall?: ((call: CallRecord) => void) | undefined
  readonly trace?: RunTelemetry | undefined
}

export function policePlugs(
  config: ResolvedConfig,
  limits: Limits,
  emit: (event: CallRetryEvent) => void,
  { onCall, trace }: PlugListeners = {},
): PolicedPlugs {
  const { clock, random, countTokens, gates, prices = {} } = config
  const retry = { ...config.retry, clock, random }
  const meter = createMeter(prices, config.sharedCalls !== undefined, onCall)
  const cutsReplies = limits.maxTokens !== undefined || limits.maxCost !== undefined
  const cache = config.sharedCalls && createRunCache(config.sharedCalls, meter, !cutsReplies)
  const limiter = createLimiter(limits, prices, () => clock.now())
  const onRetry = (stage: Stage, modelId: string, { attempt, delayMs, error }: RetryNotice) =>
    emit({ type: "call-retry", stage, modelId, attempt, delayMs, error: errorJSON(error) })
  const policy: PlugPolicy = { retry, meter, limiter, gates, countTokens, onRetry }
  /** What came out of here; put under policy twice, a call would be counted twice. */
  const policed = new WeakSet<object>()
  const once = <Plug extends LLM | Embedder | Reranker>(plug: Plug, wrap: (plug: Plug) => Plug): Plug => {
    if (policed.has(plug)) return plug
    const wrapped = wrap(plug)
    policed.add(wrapped)
    return wrapped
  }
  const policedLLM = (llm: LLM, origin: CallOrigin): PolicedLLM =>
    once(llm, (plug) => {
      const called = withLLMPolicy(plug, origin, policy)
      const policed = trace?.llm(called, plug, origin) ?? called
      return cache === undefined ? policed : withLLMCache(policed, plug, cache)
    })
  const down: DownModels = new Map()
  return {
    meter,
    limiter,
    configured(llm, origin, onFallback) {
      const first = policedLLM(llm, origin)
      const { fallback } = config.llm
      if (fallback === undefined || fallback === llm) return first
      const second = policedLLM(fallback, origin)
      const now = () => clock.now()
      const both = withFallback({ first, second, origin, down, now, countTokens, onFallback })
      policed.add(both)
      return both
    },
    store: (stage) =>
      withStorePolicy(config.vectorStore, retry, (notice) => onRetry(stage, "vectorStore", notice)),
    calls: (stage, documentId) => ({
      llm: (llm) => policedLLM(llm, { stage, documentId }),
      embedder: (embedder) =>
        once(embedder, (plug) => {
          const origin = { stage, documentId }
          const called = withEmbedderPolicy(plug, origin, policy)
          const policed = trace?.embedder(called, plug, origin) ?? called
          return cache === undefined ? policed : withEmbedderCache(policed, plug, cache)
        }),
      reranker: (reranker) =>
        once(reranker, (plug) => {
          const origin = { stage, documentId }
          const called = withRerankerPolicy(plug, origin, policy)
          const policed = trace?.reranker(called, plug, origin) ?? called
          return cache === undefined ? policed : withRerankerCache(policed, plug, cache)
        }),
      record({ stage: made = stage, documentId: served = documentId, modelId, usage, fromCache }) {
        if (fromCache) return meter.recordCached(modelId, usage)
        meter.record({ stage: made, documentId: served }, modelId, usage)
        limiter.record(modelId, usage)
      },
    }),
  }
}
