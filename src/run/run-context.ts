import type { StageLLMs } from "../config/options"
import type { ResolvedConfig } from "../config/resolve"
import type { ResolvedAsk } from "../config/resolve-ask"
import type {
  CallRecord,
  Embedder,
  LLM,
  Reranker,
  RunEvent,
  Stage,
  StageRun,
  VectorStore,
  Warning,
} from "../contracts"
import type { Limiter } from "../policy/limit"
import type { Meter } from "../policy/meter"
import { policePlugs } from "./policed-plugs"

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
  llm(stage: keyof StageLLMs): LLM
  embedder(stage: Stage): Embedder | undefined
  reranker(): Reranker | undefined
  /** What a stage is handed by its run, built in or not. */
  stageRun(stage: Stage, signal: AbortSignal): StageRun
}

const STAGES: { readonly [stage in keyof StageLLMs]: Stage } = {
  coordinator: "coordinator",
  agent: "agent",
  synthesizer: "synthesis",
}

export function createRunContext(
  ask: ResolvedAsk,
  config: ResolvedConfig,
  run: Pick<RunContext, "signal" | "emit" | "warn">,
  onCall?: (call: CallRecord) => void,
): RunContext {
  const { meter, limiter, store, calls } = policePlugs(config, ask.limits, run.emit, onCall)
  return {
    ...run,
    question: ask.question,
    plan: ask.plan,
    routing: ask.routing,
    config,
    meter,
    limiter,
    vectorStore: store("search"),
    llm: (stage) => calls(STAGES[stage]).llm(config.llm[stage]!),
    embedder: (stage) => config.embedder && calls(stage).embedder(config.embedder),
    reranker: () => config.reranker && calls("search").reranker(config.reranker),
    stageRun: (stage, signal) => ({
      signal,
      calls: calls(stage),
      warn: run.warn,
      // Text is streamed only where somebody listens.
      ...(ask.onEvent !== undefined && { onEvent: run.emit }),
    }),
  }
}
