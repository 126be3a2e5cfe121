import type { QuotaLeft, TokenUsage } from "./usage"

/** Orders texts by how well they answer a query. One call is one attempt. */
export interface Reranker {
  readonly modelId: string
  /**
   * Beside the request and `modelId`, what determines the result: the adapter and its version, its parameters. Part of
   * the keys of a cache, so that no secret belongs in it. @default nothing else does
   */
  readonly fingerprint?: string | undefined
  rerank(request: RerankRequest): Promise<RerankResponse>
}

/** Texts to put in order by one call. */
export interface RerankRequest {
  readonly query: string
  readonly texts: readonly string[]
  /** At most this many entries come back. */
  readonly topN: number
  readonly signal?: AbortSignal | undefined
}

/** What came of one call. */
export interface RerankResponse {
  /** Best first. `index` points into `texts`; each index at most once. */
  readonly ranking: readonly { readonly index: number; readonly score: number }[]
  readonly usage?: TokenUsage | undefined
  /** Where the provider says it: the pace of calls adapts before a quota is used up. */
  readonly quotaLeft?: QuotaLeft | undefined
}
