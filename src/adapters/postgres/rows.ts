import type { EmbeddedChunk } from "../../contracts/document"
import { nextTurn } from "../../runtime/yield"
import { normalized } from "../../vectors/normalized"
import { frozenChunk } from "../kit/frozen"

/** Chunks written between two turns of the event loop. */
const chunksPerTurn = 64

/** At length 1, so that no square of a 32-bit float overflows; nine digits give back the very float. */
export function vectorText(vector: ArrayLike<number>): string {
  return `[${Array.from(normalized(vector), (value) => Number(value.toPrecision(9))).join(",")}]`
}

/** The rows of a document's chunks as JSON, `[vector or null, chunk as JSON]` each. */
export async function chunkRows(
  chunks: readonly EmbeddedChunk[],
  signal: AbortSignal | undefined,
): Promise<string> {
  // The caller may change its chunks while later ones are written.
  const copies = chunks.map((chunk) => ({ chunk: frozenChunk(chunk), vector: normalized(chunk.vector) }))
  const rows: string[] = []
  for (const [index, { chunk, vector }] of copies.entries()) {
    const text = vector.length === 0 ? null : vectorText(vector)
    rows.push(JSON.stringify([text, JSON.stringify(chunk)]))
    if ((index + 1) % chunksPerTurn !== 0) continue
    await nextTurn()
    signal?.throwIfAborted()
  }
  return `[${rows.join(",")}]`
}
