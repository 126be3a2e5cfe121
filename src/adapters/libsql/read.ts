import type { Chunk, ScoredChunk, StoredDocument } from "../../contracts/document"
import type { SetInfo } from "../../contracts/set-info"
import { frozenChunk, frozenDocument } from "../kit/frozen"
import { scoreOf } from "../kit/hits"

/** A row as the driver gives it. */
export type Row = { readonly [column: string]: unknown }

export function infoOf([row]: readonly Row[]): SetInfo | undefined {
  return row && (JSON.parse(row.value as string) as SetInfo)
}

export function documentOf({ document }: Row): StoredDocument {
  return frozenDocument(JSON.parse(document as string) as StoredDocument)
}

export function chunkOf({ chunk }: Row): Chunk {
  return frozenChunk(JSON.parse(chunk as string) as Chunk)
}

export function vectorOf({ vector }: Row): Float32Array {
  return vector === null ? new Float32Array(0) : new Float32Array((vector as ArrayBuffer).slice(0))
}

export function scoredOf(row: Row): ScoredChunk {
  return { ...chunkOf(row), score: scoreOf(row) }
}
