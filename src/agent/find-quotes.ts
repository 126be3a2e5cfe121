import type { Chunk, Quote } from "../contracts"
import { createQuoteLocator } from "../evidence/quotes/locate-quote"
import { joinSlices, type Slice, type TextSlice } from "../evidence/slices"

export interface QuoteFinder {
  /** The quote as the document has it: first in what was shown, then in the whole document. */
  readonly locate: (quote: string) => Quote | undefined
  /** What the document has at a place. */
  quoteAt(slice: Slice): Quote
}

export function createQuoteFinder(shown: readonly TextSlice[], chunks: readonly Chunk[]): QuoteFinder {
  const text = joinSlices(chunks)
  const offset = chunks[0]?.start ?? 0
  // What a slice needs is prepared once for all quotes, the whole document only where a quote is in no slice. Whole
  // words only: "a fee of 10" is no quote of "a fee of 100".
  const places = [...shown, { text, start: offset, end: offset + text.length }].map((place) => ({
    start: place.start,
    locate: createQuoteLocator(place.text, { wholeWordsOnly: true }),
  }))
  const chunkAt = ({ start, end }: Slice) =>
    chunks.find((chunk) => chunk.start <= start && end <= chunk.end) ??
    chunks.find((chunk) => chunk.start <= start && start < chunk.end)
  const quoteAt = ({ start, end }: Slice): Quote => ({
    text: text.slice(start - offset, end - offset),
    chunkId: chunkAt({ start, end })?.id ?? "",
    start,
    end,
  })
  return {
    quoteAt,
    locate(quote) {
      for (const { start, locate } of places) {
        const at = locate(quote)
        if (at === undefined) continue
        const slice = { start: at.start + start, end: at.end + start }
        if (chunkAt(slice) !== undefined) return quoteAt(slice)
      }
      return undefined
    },
  }
}
