import type { StageLLMs } from "../config/options"
import type { ResolvedConfig } from "../config/resolve"
import type { ResolvedAsk } from "../config/resolve-ask"
import type { Embedder, LLM, Reranker, RunEvent, Stage, StageRun, VectorStore, Warning } from "../contracts"
import type { FallbackNotice } from "../policy/fallback"
import type { Limiter } from "../policy/limit"
import type { Meter } from "../policy/meter"
import type { SharedSearches } from "../retrieval/shared-searches"
import { errorJSON } from "../runtime/emit"
import { type PlugListeners, policePlugs } from "./policed-plugs"

/** One question's run: what was asked, the config, and plugs that no other run shares. */
export interface RunContext {
  readonly question: string
  readonly plan: ResolvedAsk["plan"]
  readonly routing: ResolvedAsk["routing"]
  readonly config: ResolvedConfig
  /** Ends the whole run. */
  readonly signal: AbortSignal
  readonly emit: (event: RunEvent) => void
  readonly warn: (warning: Warning) => void
  readonly meter: Meter
  readonly limiter: Limiter
  readonly vectorStore: VectorStore
  /** Given while documents are read together. */
  readonly searches?: SharedSearches | undefined
  /** Models for calls of one stage, and of one document where they serve no other. */
  llm(stage: keyof StageLLMs, documentId?: string): LLM
  embedder(stage: Stage, documentId?: string): Embedder | undefined
  reranker(documentId?: string): Reranker | undefined
  /** What a stage is handed by its run, built in or not. */
  stageRun(stage: Stage, signal: AbortSignal, documentId?: string): StageRun
}

const stages: { readonly [stage in keyof StageLLMs]: Stage } = {
  coordinator: "coordinator",
  agent: "agent",
  synthesizer: "synthesis",
}

export function createRunContext(
  ask: ResolvedAsk,
  config: ResolvedConfig,
  run: Pick<RunContext, "signal" | "emit" | "warn">,
  listeners: PlugListeners = {},
): RunContext {
  const { meter, limiter, store, calls, configured } = policePlugs(config, ask.limits, run.emit, listeners)
  const { trace } = listeners
  const onFallback = ({ origin, error, ...models }: FallbackNotice) => {
    run.emit({ type: "call-fallback", ...origin, ...models, error: errorJSON(error) })
    const { documentId } = origin
    run.warn({
      code: "fallback-used",
      message: `${models.fallbackModelId} answered in place of ${models.modelId}, which was down or refused.`,
      ...(documentId !== undefined && { documentIds: [documentId] }),
    })
  }
  return {
    ...run,
    question: ask.question,
    plan: ask.plan,
    routing: ask.routing,
    config,
    meter,
    limiter,
    vectorStore: store("search"),
    llm: (stage, documentId) =>
      configured(config.llm[stage]!, { stage: stages[stage], documentId }, onFallback),
    embedder: (stage, documentId) => config.embedder && calls(stage, documentId).embedder(config.embedder),
    reranker: (documentId) => config.reranker && calls("search", documentId).reranker(config.reranker),
    stageRun: (stage, signal, documentId) => ({
      signal,
      calls: calls(stage, documentId),
      warn: run.warn,
      // Text is streamed only where somebody listens.
      ...((ask.onEvent ?? trace) !== undefined && { onEvent: run.emit }),
      ...(trace !== undefined &&
        documentId !== undefined && { traceCarrier: () => trace.carrierOf(documentId) }),
    }),
  }
}
