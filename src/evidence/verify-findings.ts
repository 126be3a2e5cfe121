import type { Chunk, Findings } from "../contracts"
import { joinSlices } from "./slices"

/**
 * Findings of an agent that is not ours, with every quote checked against the document: one that is not the
 * verbatim slice at its offsets is taken out and counted.
 */
export function verifyFindings(findings: Findings, chunks: readonly Chunk[]): Findings {
  const text = joinSlices(chunks)
  const offset = chunks[0]?.start ?? 0
  return {
    ...findings,
    answers: findings.answers.map((answer) => {
      const quotes = answer.quotes.filter(
        (quote) => quote.text !== "" && text.slice(quote.start - offset, quote.end - offset) === quote.text,
      )
      const unverifiedQuotes = (answer.unverifiedQuotes ?? 0) + answer.quotes.length - quotes.length
      return { ...answer, quotes, ...(unverifiedQuotes > 0 && { unverifiedQuotes }) }
    }),
  }
}
