import type { Chunk, EmbeddedChunk, StoredDocument } from "../../contracts/document"
import { normalizeInto } from "../../vectors/normalize-into"
import type { RowKeeper, VectorRows } from "../../vectors/rows"
import { frozenChunk, frozenDocument } from "../kit/frozen"

/** One document: its chunks, and their unit vectors. */
export interface Bucket {
  readonly document: StoredDocument
  readonly chunks: readonly Chunk[]
  readonly vectors: VectorRows | undefined
  /** 0 where the chunks have no vectors. */
  readonly dimensions: number
}

export function createBucket(
  document: StoredDocument,
  chunks: readonly EmbeddedChunk[],
  dimensions: number,
  keep: RowKeeper | undefined,
): Bucket {
  const units = new Float32Array(chunks.length * dimensions)
  for (const [index, chunk] of chunks.entries()) normalizeInto(chunk.vector, units, index * dimensions)
  return {
    document: frozenDocument(document),
    chunks: Object.freeze(chunks.map(frozenChunk)),
    vectors: units.length > 0 ? keep?.(units, dimensions) : undefined,
    dimensions,
  }
}

export function embeddedChunksOf({ chunks, vectors, dimensions }: Bucket): readonly EmbeddedChunk[] {
  const rows = new Float32Array(chunks.length * dimensions)
  vectors?.read(rows)
  return chunks.map((chunk, at) => ({ ...chunk, vector: rows.slice(at * dimensions, (at + 1) * dimensions) }))
}
