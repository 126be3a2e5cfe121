import type { Chunk, Findings, Quote } from "../contracts"
import { refusedQuotes } from "./quotes/refused-quotes"
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
      const isVerbatim = (quote: Quote) =>
        quote.text !== "" && text.slice(quote.start - offset, quote.end - offset) === quote.text
      const quotes = answer.quotes.filter(isVerbatim)
      if (quotes.length === answer.quotes.length) return answer
      const refused = answer.quotes.filter((quote) => !isVerbatim(quote)).map((quote) => quote.text)
      const told = refusedQuotes(refused)
      return {
        ...answer,
        quotes,
        unverifiedQuotes: (answer.unverifiedQuotes ?? 0) + refused.length,
        refusedQuotes: [...(answer.refusedQuotes ?? []), ...(told.refusedQuotes ?? [])],
      }
    }),
  }
}
