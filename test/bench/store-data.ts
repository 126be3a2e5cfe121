import type { EmbeddedChunk, StoredDocument } from "../../src/contracts"

/** Vectors of a fixed pseudo-random sequence, with values from -0.5 to 0.5. */
export function randomVectors(dimensions: number): () => Float32Array {
  let state = 1
  return () =>
    Float32Array.from({ length: dimensions }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state / 2 ** 32 - 0.5
    })
}

export function documentsOf(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `document ${i}`)
}

export function putRequest(id: string, count: number, next: () => Float32Array) {
  const document: StoredDocument = { id, title: id, revision: "r", chunkCount: count, tokens: count }
  const chunks = Array.from({ length: count }, (_, index): EmbeddedChunk => {
    const text = `Chunk ${index} of ${id}`
    const place = { start: 0, end: text.length, tokens: 5, headings: [] }
    return { id: `${id}#${index}`, documentId: id, index, text, ...place, vector: next() }
  })
  return { document, chunks }
}

export function percentiles(times: readonly number[]): { "p50 ms": number; "p99 ms": number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Number(sorted[Math.floor(share * sorted.length)]!.toFixed(3))
  return { "p50 ms": at(0.5), "p99 ms": at(0.99) }
}
