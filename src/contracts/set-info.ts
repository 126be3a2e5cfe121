/** What a set of documents was made with; a store keeps it beside the documents. */
export interface SetInfo {
  /** Of what the core stores; raised when older code would misread it. */
  readonly format: number
  /** Null for a set that is searched by words alone. */
  readonly embedder: { readonly modelId: string; readonly dimensions: number } | null
  readonly splitter: {
    readonly version: number
    readonly chunkTokens: number
    readonly overlapTokens: number
  }
  /** What the counter makes of some fixed texts. */
  readonly tokenCounter: string
  /** Version of the terms that search by words compares. */
  readonly analyzer: number
}
