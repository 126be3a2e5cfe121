import type { RowTask } from "./cell"
import type { Chunk, StoredDocument } from "./document"
import type { Embedder } from "./embedder"
import type { RunEvent } from "./events"
import type { Findings, Passage } from "./findings"
import type { LLM } from "./llm"
import type { Plan } from "./plan"
import type { Reranker } from "./reranker"
import type { Citation, MergeNode, UnreadDocument, Warning } from "./results"
import type { TraceCarrier } from "./telemetry"
import type { CallRecord } from "./usage"

/**
 * Puts models of a stage's own under the run: calls of what comes back are retried, timed, limited and metered like
 * those of the built-in stages. What is under the run already comes back as it is.
 */
export interface StageCalls {
  /** Without a `stream`: text as it comes is what `recursiveSynthesize` emits. */
  llm(llm: LLM): LLM
  embedder(embedder: Embedder): Embedder
  reranker(reranker: Reranker): Reranker
  /**
   * Counts a call that was made for the run elsewhere, as by a worker.
   *
   * @throws LimitExceededError once what was made is over a limit of the run
   */
  record(call: CallRecord): void
}

/** What a run hands to each of its stages; not given where a stage is called without a run. */
export interface StageRun {
  readonly signal?: AbortSignal | undefined
  readonly calls?: StageCalls | undefined
  /** Given where somebody listens to the run. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined
  /** Given with `telemetry`: headers for a process that does this stage's work, whose spans take the place of ours. */
  readonly traceCarrier?: (() => TraceCarrier) | undefined
  /** Adds something that the reader of the answer should know. */
  readonly warn?: ((warning: Warning) => void) | undefined
}

/** What a coordinator is asked. */
export interface PlanRequest extends StageRun {
  readonly question: string
}

/** Turns the question into a plan; it never sees the documents. */
export interface Coordinator {
  plan(request: PlanRequest): Promise<Plan>
}

/** Search bound to one document and one revision; it can't name another. */
export interface DocumentSearch {
  readonly document: StoredDocument
  /** Best passages for the query, best first; an empty list where nothing matches. */
  search(request: {
    readonly query: string
    readonly signal?: AbortSignal | undefined
  }): Promise<readonly Passage[]>
  /** Every chunk of the document, in text order; read once and kept. */
  chunks(request?: { readonly signal?: AbortSignal | undefined }): Promise<readonly Chunk[]>
}

/** What an agent is given: one document, and a search that reaches no other. */
export interface DocumentAgentTask extends StageRun {
  readonly question: string
  readonly plan: Plan
  readonly document: StoredDocument
  readonly search: DocumentSearch
  /** Given where a table is made: rows are reported too, or made of the answers where an agent reports none. */
  readonly table?: RowTask | undefined
}

/** Reads one document and answers every task of the plan from it. */
export interface DocumentAgent {
  (task: DocumentAgentTask): Promise<Findings>
  /** Asked once a question before anything is paid; rejects where no document could be read now. */
  ready?(request: { readonly signal?: AbortSignal | undefined }): Promise<void>
}

/** What a synthesizer is given. */
export interface SynthesisTask extends StageRun {
  readonly question: string
  readonly plan: Plan
  readonly findings: readonly Findings[]
  /** Documents without findings, so that the answer can say what it does not cover. */
  readonly unread: readonly UnreadDocument[]
}

/** Merges all findings into one cited text. */
export type Synthesizer = (task: SynthesisTask) => Promise<Synthesis>

/** What a synthesizer gives back. */
export interface Synthesis {
  /** The answer; every `[n]` in it is the `number` of one citation. */
  readonly text: string
  readonly citations: readonly Citation[]
  readonly tree: MergeNode
  readonly warnings: readonly Warning[]
}
