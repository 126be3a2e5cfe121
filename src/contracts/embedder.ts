import type { QuotaLeft, TokenUsage } from "./usage"

/** What a text is embedded for; providers with one vector space for all may ignore it. */
export type EmbedPurpose = "document" | "query" | "clustering"

/** Vectors whose cosine follows meaning. One call is one attempt. */
export interface Embedder {
  /** Names usage, prices and, with `dimensions`, the revision of stored chunks. */
  readonly modelId: string
  /**
   * Beside the request and `modelId`, what determines the result: the adapter and its version, its parameters. Part of
   * the keys of a cache, so that no secret belongs in it. @default nothing else does
   */
  readonly fingerprint?: string | undefined
  readonly dimensions: number
  /** Texts one request may hold; the core splits longer lists. @default no limit */
  readonly maxBatchSize?: number | undefined
  /** Tokens one request may hold, all texts together. @default no limit */
  readonly maxBatchTokens?: number | undefined
  embed(request: EmbedRequest): Promise<EmbedResponse>
}

/** Texts to embed by one call. */
export interface EmbedRequest {
  readonly texts: readonly string[]
  readonly purpose: EmbedPurpose
  readonly signal?: AbortSignal | undefined
}

/** What came of one call. */
export interface EmbedResponse {
  /** One vector a text, in the order of `texts`. */
  readonly vectors: readonly ArrayLike<number>[]
  readonly usage?: TokenUsage | undefined
  /** Where the provider says it: the pace of calls adapts before a quota is used up. */
  readonly quotaLeft?: QuotaLeft | undefined
}
