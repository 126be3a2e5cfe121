import type { Chunk, EmbeddedChunk, ScoredChunk, StoredDocument } from "./document"
import type { DocumentFilter } from "./filter"
import type { SetInfo } from "./set-info"

/** How near a document's best chunk comes to what was asked. */
export interface DocumentScore {
  readonly documentId: string
  readonly revision: string
  /** Cosine of the nearest chunk and the vector it is nearest to, from -1 to 1. */
  readonly score: number
}

/** A chunk by its place among those of its document. */
export interface ChunkHit {
  readonly index: number
  /** Cosine of chunk and query, from -1 to 1. */
  readonly score: number
}

/** What a search found in one document. */
export interface DocumentHits {
  readonly documentId: string
  readonly revision: string
  readonly hits: readonly ChunkHit[]
}

/**
 * Chunks by document. No method searches across documents unless every document is named.
 *
 * A read of a revision that is no longer the document's current one rejects with `StaleRevisionError`.
 */
export interface VectorStore {
  /** Replaces the document whole: readers see the old or the new revision, never a mix. */
  put(request: {
    readonly document: StoredDocument
    readonly chunks: readonly EmbeddedChunk[]
    /**
     * What made the vectors, null for none. A store with `setInfo` rejects with InvalidArgumentError where the set was made
     * with another by the time the document would be in.
     */
    readonly embedder?: SetInfo["embedder"] | undefined
    readonly signal?: AbortSignal | undefined
  }): Promise<void>
  get(request: {
    readonly documentId: string
    readonly signal?: AbortSignal | undefined
  }): Promise<StoredDocument | undefined>
  /** All chunks of one revision, in text order. */
  chunks(request: {
    readonly documentId: string
    readonly revision: string
    readonly signal?: AbortSignal | undefined
  }): Promise<readonly Chunk[]>
  /** The `topK` chunks nearest by cosine, best first; ties by document order given, then by index. */
  search(request: {
    readonly documents: readonly { readonly id: string; readonly revision: string }[]
    readonly vector: ArrayLike<number>
    readonly topK: number
    readonly signal?: AbortSignal | undefined
  }): Promise<readonly ScoredChunk[]>
  /**
   * What `search` finds in each document by itself, in few requests; a caller without it searches document by document.
   * Left out are documents that are not there at the revision named, and those that must be searched alone; in any order.
   */
  searchByDocument?(request: {
    readonly documents: readonly { readonly id: string; readonly revision: string }[]
    readonly vector: ArrayLike<number>
    /** Chunks of one document. */
    readonly topK: number
    readonly signal?: AbortSignal | undefined
  }): Promise<readonly DocumentHits[]>
  /**
   * How near documents come to any of the vectors, in few requests; a caller without it searches document by document.
   * Left out are documents without vectors, and those that are not there at the revision named; in any order.
   */
  nearestByDocument?(request: {
    readonly vectors: readonly ArrayLike<number>[]
    /** @default every document, at its current revision */
    readonly documents?: readonly { readonly id: string; readonly revision: string }[] | undefined
    readonly signal?: AbortSignal | undefined
  }): Promise<readonly DocumentScore[]>
  /**
   * The chunks of one revision with their vectors at length 1, in text order: what moves a set to another store. A store
   * without it can't be exported.
   */
  embeddedChunks?(request: {
    readonly documentId: string
    readonly revision: string
    readonly signal?: AbortSignal | undefined
  }): Promise<readonly EmbeddedChunk[]>
  /** What the set was made with, as `setInfo` kept it. A set in a store without these two is not checked. */
  getInfo?(request?: { readonly signal?: AbortSignal | undefined }): Promise<SetInfo | undefined>
  /** Keeps it in place of what was kept before. */
  setInfo?(request: {
    readonly info: SetInfo
    /** Rejects with InvalidArgumentError, and keeps what there is, where the set has a document by then. @default false */
    readonly ifEmpty?: boolean | undefined
    readonly signal?: AbortSignal | undefined
  }): Promise<void>
  /** Removes the document and all its chunks; an unknown id is no error. */
  delete(request: { readonly documentId: string; readonly signal?: AbortSignal | undefined }): Promise<void>
  /** Every document, in a stable order; a store may leave out those that `where` does not select, and the caller looks again. */
  list(request?: {
    readonly where?: DocumentFilter | undefined
    readonly signal?: AbortSignal | undefined
  }): AsyncIterable<StoredDocument>
}
