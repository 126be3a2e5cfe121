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
  /** A file may take the place of one of the same id from another path. */
  readonly replaceFromOtherPaths?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  readonly emit: (event: IndexEvent) => void
}
