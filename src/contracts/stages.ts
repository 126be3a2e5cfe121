import type { Chunk, StoredDocument } from "./document"
import type { Findings, Passage } from "./findings"
import type { Citation, MergeNode, UnreadDocument, Warning } from "./results"

/** What every document is asked alike, and how the answer is to be put together (paper, section "Coordination"). */
export interface Plan {
  /** Atomic, self-contained extraction tasks; each can be answered "found" or "not found". */
  readonly tasks: readonly string[]
  /** What the synthesizer prioritises and how it structures the answer. */
  readonly synthesisDirective: string
}

/** Turns the question into a plan; it never sees the documents. */
export interface Coordinator {
  plan(request: { readonly question: string; readonly signal?: AbortSignal | undefined }): Promise<Plan>
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

export interface DocumentAgentTask {
  readonly question: string
  readonly plan: Plan
  readonly document: StoredDocument
  readonly search: DocumentSearch
  readonly signal?: AbortSignal | undefined
}

/** Reads one document and answers every task of the plan from it. */
export type DocumentAgent = (task: DocumentAgentTask) => Promise<Findings>

export interface SynthesisTask {
  readonly question: string
  readonly plan: Plan
  readonly findings: readonly Findings[]
  /** Documents without findings, so that the answer can say what it does not cover. */
  readonly unread: readonly UnreadDocument[]
  readonly signal?: AbortSignal | undefined
}

/** Merges all findings into one cited text. */
export type Synthesizer = (task: SynthesisTask) => Promise<Synthesis>

export interface Synthesis {
  /** The answer; every `[n]` in it is the `number` of one citation. */
  readonly text: string
  readonly citations: readonly Citation[]
  readonly tree: MergeNode
  readonly warnings: readonly Warning[]
}
