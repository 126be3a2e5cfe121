import type { JSONValue } from "./json"

/** A document as the user gives it. */
export interface SourceDocument {
  /** Unique within the set; any well-formed string of 1 to 1,024 UTF-16 units. */
  readonly id: string
  /** @default the id */
  readonly title?: string | undefined
  readonly text: string
  readonly metadata?: { readonly [key: string]: JSONValue } | undefined
}

/** A document as a store keeps it. */
export interface StoredDocument {
  readonly id: string
  readonly title: string
  /** Hash of text, splitter settings and embedder: what makes the stored chunks valid. */
  readonly revision: string
  /** 0 for a document without text. */
  readonly chunkCount: number
  /** Tokens of the whole text. */
  readonly tokens: number
  readonly metadata?: { readonly [key: string]: JSONValue } | undefined
}

/** A slice of a document: `text.slice(start, end) === chunk.text`, in UTF-16 units of the document's own text. */
export interface Chunk {
  /** `<documentId>#<index>` */
  readonly id: string
  readonly documentId: string
  /** Position in text order, from 0. */
  readonly index: number
  readonly text: string
  readonly start: number
  readonly end: number
  readonly tokens: number
  /** Path of headings above the chunk, outermost first. */
  readonly headings: readonly string[]
  /** The header rows of the table that the chunk goes on with; shown to the model, not part of `text`. */
  readonly tableHeader?: string | undefined
}

/** A chunk with its vector; the vector is empty where the set has no embedder. */
export interface EmbeddedChunk extends Chunk {
  readonly vector: ArrayLike<number>
}

/** A chunk with a search score, higher is better. */
export interface ScoredChunk extends Chunk {
  readonly score: number
}
