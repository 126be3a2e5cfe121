import type {
  Citation,
  DocumentOutcome,
  MergeNode,
  Plan,
  QueryResult,
  Table,
  UsageReport,
  Warning,
} from "./index"

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
  /** Given where the answer was computed from a table (`mode`). */
  readonly table?: Table | undefined
  /** What was computed from it. */
  readonly computed?: ComputedResult | undefined
}

/** The result that an answer rests on. */
export interface ComputedResult {
  /** Undefined where the rows are given without a query. */
  readonly sql: string | undefined
  readonly result: QueryResult
}
