/** What a model costs, in any one currency; all figures of a report are in it. */
export interface ModelPrice {
  readonly inputPerMillionTokens: number
  readonly outputPerMillionTokens?: number | undefined
  /** @default inputPerMillionTokens */
  readonly cachedInputPerMillionTokens?: number | undefined
  /** Price of one `billedUnits` of `TokenUsage`, for example a search unit. */
  readonly perBilledUnit?: number | undefined
}

/** Prices by `modelId`. */
export type Prices = { readonly [modelId: string]: ModelPrice }
