import type { Embedder } from "./embedder"
import type { IndexEvent, RunEvent } from "./events"
import type { LLM } from "./llm"
import type { Prices } from "./prices"
import type { Reranker } from "./reranker"
import type { CallOrigin } from "./usage"

/** Headers that name a piece of work in another process, such as `traceparent`. */
export type TraceCarrier = { readonly [header: string]: string }

/** Told of the work of runs as it is done: what `spd-rag/telemetry` makes. */
export interface Telemetry {
  startRun(start: {
    /** A question from its start to its end, or a part of something else: documents that are added, one that a worker reads. */
    readonly kind: "question" | "part"
    readonly prices: Prices
    /** Of the work in another process that this is a part of. */
    readonly carrier?: TraceCarrier | undefined
  }): RunTelemetry
}

/** What work is told by: the events of a run, as far as it needs them. */
export type WorkEvent =
  | Exclude<RunEvent, { readonly type: "agent-end" }>
  | Pick<Extract<RunEvent, { readonly type: "agent-end" }>, "type" | "documentId" | "status">
  | IndexEvent
  | { readonly type: "run-end" }

/** The work of one run. */
export interface RunTelemetry {
  onEvent(event: WorkEvent): void
  /** The same plug, whose calls are told of; each of them has its retries inside. */
  llm<Plug extends LLM>(policed: Plug, plug: LLM, origin: CallOrigin): Plug
  embedder(policed: Embedder, plug: Embedder, origin: CallOrigin): Embedder
  reranker(policed: Reranker, plug: Reranker, origin: CallOrigin): Reranker
  /** For a process that reads this document in our place; what it does is told of there. */
  carrierOf(documentId: string): TraceCarrier
}
