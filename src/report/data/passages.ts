import type { DocumentOutcome, Quote } from "../../contracts"
import type { ReportPassage } from "../passages-of"
import type { TextPiece } from "./slices"

/** What is known of the texts of the documents, for the text around a quote. */
export interface KnownTexts {
  pieces(documentId: string): readonly TextPiece[]
  headings(chunkId: string): readonly string[] | undefined
}

/** The passages that the agents were shown, and those that were handed in, unless they are of another revision. */
export function knownTexts(
  documents: readonly DocumentOutcome[],
  passages: readonly ReportPassage[],
  quotes: ReadonlyMap<string, readonly Quote[]>,
): KnownTexts {
  const pieces = new Map<string, TextPiece[]>()
  const headings = new Map<string, readonly string[]>()
  const note = (documentId: string, passage: Omit<ReportPassage, "documentId">) => {
    const list = pieces.get(documentId)
    if (list === undefined) pieces.set(documentId, [passage])
    else list.push(passage)
    if (passage.headings.length > 0) headings.set(passage.chunkId, passage.headings)
  }
  for (const outcome of documents) {
    if (!("findings" in outcome)) continue
    for (const search of outcome.findings.searches ?? []) {
      for (const passage of search.passages) note(outcome.documentId, passage)
    }
  }
  const stale = staleDocuments(passages, quotes)
  for (const { documentId, ...passage } of passages) {
    if (!stale.has(documentId)) note(documentId, passage)
  }
  return { pieces: (documentId) => pieces.get(documentId) ?? [], headings: (id) => headings.get(id) }
}

/** Documents of which a passage has other words than a quote at its place. */
function staleDocuments(
  passages: readonly ReportPassage[],
  quotes: ReadonlyMap<string, readonly Quote[]>,
): ReadonlySet<string> {
  const stale = passages.filter((passage) => {
    return quotes.get(passage.documentId)?.some((quote) => contradicts(passage, quote))
  })
  return new Set(stale.map(({ documentId }) => documentId))
}

function contradicts({ start, text }: TextPiece, quote: Quote): boolean {
  const from = quote.start - start
  if (from < 0 || quote.end - start > text.length) return false
  return !text.startsWith(quote.text, from)
}
