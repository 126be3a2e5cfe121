import type { Chunk, ScoredChunk, StoredDocument } from "../../contracts/document"
import { StaleRevisionError } from "../../errors"
import { frozenChunk, frozenDocument } from "../kit/frozen"
import { scoreOf } from "../kit/hits"
import { checkQuery, type NamedRevision } from "../kit/store-input"
import type { PostgresRow } from "./client"

/** Chunks of the named documents. @throws StaleRevisionError, InvalidArgumentError as every search does. */
export function checkCurrent(
  rows: readonly PostgresRow[],
  named: readonly NamedRevision[],
  vector: ArrayLike<number>,
): number {
  const current = new Map(rows.filter(({ chunk }) => chunk === null).map((row) => [Number(row.place), row]))
  let total = 0
  for (const [place, { id, revision }] of named.entries()) {
    const row = current.get(place)
    if (row === undefined) throw new StaleRevisionError(id, revision)
    const count = Number(row.chunk_count)
    if (count > 0) checkQuery(vector, Number(row.dimensions), id)
    total += count
  }
  return total
}

export function byDistance(a: PostgresRow, b: PostgresRow): number {
  return (
    Number(a.distance) - Number(b.distance) ||
    Number(a.place) - Number(b.place) ||
    Number(a.position) - Number(b.position)
  )
}

export function documentOf({ document }: PostgresRow): StoredDocument {
  return frozenDocument(JSON.parse(document as string) as StoredDocument)
}

export function chunkOf({ chunk }: PostgresRow): Chunk {
  return frozenChunk(JSON.parse(chunk as string) as Chunk)
}

export function vectorOf({ vector }: PostgresRow): Float32Array {
  return Float32Array.from(vector === null ? [] : (JSON.parse(vector as string) as number[]))
}

export function scoredOf(row: PostgresRow): ScoredChunk {
  return { ...chunkOf(row), score: scoreOf(row) }
}
