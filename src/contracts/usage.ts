/** Tokens of one call. `inputTokens` includes `cachedInputTokens`. */
export interface TokenUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedInputTokens?: number | undefined
  /** Provider's own billing unit that is no token, for example Cohere's search units. */
  readonly billedUnits?: number | undefined
}
