import type { ChunkHit, DocumentHits } from "../../contracts/vector-store"
import type { NamedRevision } from "./store-input"

type Row = { readonly [column: string]: unknown }

/** Cosine of a row's distance; rounding may carry it an ulp past 1. */
export function scoreOf({ distance }: Row): number {
  return Math.max(-1, Math.min(1, 1 - Number(distance)))
}

/** What rows of place, position and distance say of each document, best first; ties by position. */
export function hitsOf(named: readonly NamedRevision[], rows: readonly Row[]): readonly DocumentHits[] {
  const found = new Map<number, ChunkHit[]>()
  for (const row of rows) {
    const place = Number(row.place)
    const hits = found.get(place) ?? []
    hits.push({ index: Number(row.position), score: scoreOf(row) })
    found.set(place, hits)
  }
  return [...found].map(([place, hits]) => {
    const { id, revision } = named[place]!
    return { documentId: id, revision, hits: hits.sort(byScore) }
  })
}

/** Best first; ties in text order. */
export function byScore(a: ChunkHit, b: ChunkHit): number {
  return b.score - a.score || a.index - b.index
}
