import type { Citation, DocumentOutcome, MergeNode, Plan, UsageReport, Warning } from "./index"

/** What a question comes back with. */
export interface Answer {
  readonly question: string
  /** Every `[n]` in it is the `number` of one citation. */
  readonly text: string
  readonly citations: readonly Citation[]
  readonly plan: Plan
  /** Exactly one a document asked, in the order asked. */
  readonly documents: readonly DocumentOutcome[]
  /** How the text came about; its leaves are the findings. */
  readonly tree: MergeNode
  readonly usage: UsageReport
  readonly warnings: readonly Warning[]
  readonly durationMs: number
}
