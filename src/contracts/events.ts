import type { ErrorJSON } from "../errors"
import type { Plan } from "./plan"
import type { DocumentOutcome, DocumentOutcomeJSON } from "./results"
import type { Stage, UsageReport } from "./usage"

/**
 * What happens during a run, as plain JSON data. Agents interleave: group their events by `documentId`. A
 * listener that throws never breaks a run.
 */
export type RunEvent =
  | { readonly type: "run-start"; readonly question: string; readonly documentCount: number }
  | {
      readonly type: "run-error"
      readonly error: ErrorJSON
      /** Paid until then. */
      readonly usage: UsageReport
    }
  | { readonly type: "plan-start" }
  | { readonly type: "plan-end"; readonly plan: Plan }
  | { readonly type: "plan-error"; readonly error: ErrorJSON }
  | {
      readonly type: "route-start"
      /** Documents with text, all that routing can choose from. */
      readonly documentCount: number
    }
  | {
      readonly type: "route-end"
      readonly documentCount: number
      readonly selected: number
      /** Over all documents, left out or not. */
      readonly bestScore: number | undefined
    }
  | { readonly type: "agent-start"; readonly documentId: string; readonly title: string }
  | {
      readonly type: "agent-end"
      readonly documentId: string
      readonly status: DocumentOutcome["status"]
      readonly outcome: DocumentOutcomeJSON
      /** Documents with an outcome by now, this one included, and all that were asked. */
      readonly done: number
      readonly documentCount: number
    }
  | { readonly type: "agent-error"; readonly documentId: string; readonly error: ErrorJSON }
  | { readonly type: "search-start"; readonly documentId: string; readonly query: string }
  | {
      readonly type: "search-end"
      readonly documentId: string
      readonly query: string
      readonly passageIds: readonly string[]
    }
  | {
      readonly type: "search-error"
      readonly documentId: string
      readonly query: string
      readonly error: ErrorJSON
    }
  | {
      readonly type: "round-start"
      readonly round: number
      /** No run takes more; most take fewer. */
      readonly maxRounds: number
      readonly texts: number
      readonly batches: number
    }
  | { readonly type: "round-end"; readonly round: number; readonly texts: number }
  | { readonly type: "merge-start"; readonly round: number; readonly batch: number; readonly texts: number }
  | {
      readonly type: "merge-end"
      readonly round: number
      readonly batch: number
      /** Batches of this round that are done by now, and all of it. */
      readonly done: number
      readonly batches: number
    }
  | {
      readonly type: "merge-error"
      readonly round: number
      readonly batch: number
      readonly error: ErrorJSON
    }
  /** Text of the answer as it comes; `restart` voids all deltas before it. */
  | { readonly type: "answer-delta"; readonly text: string; readonly restart?: true }
  | CallRetryEvent
  | CallFallbackEvent
  | { readonly type: "limit"; readonly error: ErrorJSON }
  /** The last event of a run that makes a table; the table is what its promise gives. */
  | { readonly type: "table-end"; readonly documentCount: number; readonly rowCount: number }

/** A call failed and is tried again after a wait. */
export interface CallRetryEvent {
  readonly type: "call-retry"
  readonly stage: Stage
  readonly modelId: string
  /** The attempt that failed, from 1. */
  readonly attempt: number
  readonly delayMs: number
  readonly error: ErrorJSON
}

/** A call goes to the fallback, since its own model is down or refused. */
export interface CallFallbackEvent {
  readonly type: "call-fallback"
  readonly stage: Stage
  readonly documentId?: string | undefined
  readonly modelId: string
  readonly fallbackModelId: string
  /** Why the own model did not answer; for a minute after it failed for good, that failure. */
  readonly error: ErrorJSON
}

/** Documents that are done by now, by what became of them. */
export interface IndexCounts {
  readonly added: number
  readonly replaced: number
  /** By `sync` only. */
  readonly removed: number
  readonly unchanged: number
  readonly skipped: number
  readonly failed: number
}

/** Events of `add` and `sync`, as plain JSON data. */
export type IndexEvent =
  | {
      readonly type: "index-start"
      /** Undefined where the documents come one by one. */
      readonly documentCount: number | undefined
    }
  | {
      readonly type: "index-delta"
      readonly documentId: string
      readonly status: keyof IndexCounts
      readonly done: number
      readonly documentCount: number | undefined
      readonly counts: IndexCounts
    }
  | { readonly type: "index-end"; readonly done: number; readonly counts: IndexCounts }
  /** The source of the documents failed; what it had given is in the store. */
  | {
      readonly type: "index-error"
      readonly done: number
      readonly counts: IndexCounts
      readonly error: ErrorJSON
    }
  | CallRetryEvent
