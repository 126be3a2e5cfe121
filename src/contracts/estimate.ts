import type { Stage } from "./usage"

/** From the least to the most that it may come to. */
export interface EstimatedRange {
  readonly least: number
  readonly most: number
}

/** Calls, tokens and money, each from least to most. */
export interface EstimatedTotals {
  readonly calls: EstimatedRange
  readonly inputTokens: EstimatedRange
  readonly outputTokens: EstimatedRange
  /** In the currency of the prices; 0 for models without a price. */
  readonly cost: EstimatedRange
}

/**
 * What a question will use, before anything is paid. The least: a plan of one task, agents that report at once, one merge. The
 * most: a long plan, all searches, replies as long as they may be, an answer that is asked for once more. What is tried again
 * after a failure, or since a reply was of no use, comes on top; what a cache or a limit spares is not taken off.
 */
export interface Estimate extends EstimatedTotals {
  readonly documents: {
    readonly asked: number
    /** Those that an agent reads: with text, and with routing perhaps none. */
    readonly read: EstimatedRange
    /** Tokens of all that were asked. */
    readonly tokens: number
  }
  readonly byStage: { readonly [stage in Stage]?: EstimatedTotals }
  /** Models that are used and have no price. */
  readonly unpricedModels: readonly string[]
  /** Stages of one's own, which may do anything: their calls are in no figure. */
  readonly notEstimated: readonly Stage[]
}
