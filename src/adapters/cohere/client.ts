/** The methods of `CohereClientV2` (`cohere-ai`) that are called; a client of any version that has them fits. */
export interface CohereClient {
  embed(request: CohereEmbedRequest, options: CohereCallOptions): PromiseLike<CohereEmbedReply | undefined>
  rerank(request: CohereRerankRequest, options: CohereCallOptions): PromiseLike<CohereRerankReply | undefined>
}

export interface CohereCallOptions {
  abortSignal: AbortSignal
  maxRetries: number
  timeoutInSeconds: number
}

export interface CohereEmbedRequest {
  model: string
  inputType: "search_document" | "search_query" | "clustering"
  embeddingTypes: ["float"]
  texts: string[]
  truncate: "NONE" | "START" | "END"
  outputDimension?: number
}

export interface CohereEmbedReply {
  embeddings?: { float?: readonly (readonly number[])[] | undefined } | undefined
  meta?: CohereMeta | undefined
}

export interface CohereRerankRequest {
  model: string
  query: string
  documents: string[]
  topN: number
  maxTokensPerDoc?: number
}

export interface CohereRerankReply {
  results?: readonly { index: number; relevanceScore: number }[] | undefined
  meta?: CohereMeta | undefined
}

export interface CohereMeta {
  billedUnits?: { inputTokens?: number | undefined; searchUnits?: number | undefined } | undefined
}
