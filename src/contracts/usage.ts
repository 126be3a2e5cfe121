/** Tokens of one call. `inputTokens` includes `cachedInputTokens`. */
export interface TokenUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedInputTokens?: number | undefined
  /** Provider's own billing unit that is no token, for example Cohere's search units. */
  readonly billedUnits?: number | undefined
}

/** What an answer says is left of its model's quota. */
export interface QuotaLeft {
  readonly requests?: QuotaShare | undefined
  readonly tokens?: QuotaShare | undefined
}

/** What is left of one quota. */
export interface QuotaShare {
  readonly remaining: number
  /** Of the whole quota, where it is named. */
  readonly limit?: number | undefined
  /** Until it is whole again. */
  readonly resetMs: number
}

/** The part of the method that a call served. */
export type Stage = "index" | "coordinator" | "agent" | "search" | "synthesis"

/** What a call is made for. */
export interface CallOrigin {
  readonly stage: Stage
  /** Where the call serves one document only: of its agent and of the searches in it. */
  readonly documentId?: string | undefined
}

/** One call that was sent, or that a cache answered in place of one. */
export interface CallRecord {
  /** Not told of what a cache answered. */
  readonly stage?: Stage | undefined
  readonly documentId?: string | undefined
  readonly modelId: string
  /** Undefined where the call failed or the provider reports none. */
  readonly usage?: TokenUsage | undefined
  readonly fromCache?: true | undefined
}

/** Calls, tokens and money, added up. */
export interface UsageTotals {
  /** Attempts that were sent, failed ones included. */
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedInputTokens: number
  /** In the currency of the prices; 0 for models without a price. */
  readonly cost: number
}

/** Calls that were not made, and what their first ones had used, where that is known. */
export interface CachedUsage extends UsageTotals {
  /** What went wrong first with the cache; such calls were made. */
  readonly failure?: string | undefined
}

/** Calls, tokens and cost of one run. */
export interface UsageReport extends UsageTotals {
  /** True where a call failed or a provider reported no tokens: the figures are at least this high. */
  readonly lowerBound: boolean
  /** Models that were used and have no price. */
  readonly unpricedModels: readonly string[]
  readonly byStage: { readonly [stage in Stage]?: UsageTotals }
  readonly byModel: { readonly [modelId: string]: UsageTotals }
  /** What each document's agent and the searches in it used; with `shared` it adds up to the total. */
  readonly byDocument: { readonly [documentId: string]: UsageTotals }
  /** Of no single document: plan, routing, merges, adding. */
  readonly shared: UsageTotals
  /** Given with `cache`, or where workers had read documents before: what was there in place of calls. None of it is in the other figures. */
  readonly fromCache?: CachedUsage | undefined
}
