import type { Embedder, IndexEvent, UsageReport, VectorStore } from "../contracts"
import type { VectorCache } from "./vector-cache"

/** What one `add` or `sync` works with: the plugs under their policy, and the settings of the set. */
export interface IndexContext {
  readonly vectorStore: VectorStore
  readonly embedder: Embedder | undefined
  /** What the calls have used by now. */
  readonly usage: () => UsageReport
  /** Of the set, kept from one add to the next. */
  readonly vectorCache: VectorCache
  readonly chunkTokens: number
  readonly overlapTokens: number
  readonly countTokens: (text: string) => number
  readonly concurrency: number
  readonly signal?: AbortSignal | undefined
  readonly emit: (event: IndexEvent) => void
}
