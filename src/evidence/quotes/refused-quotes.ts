import type { RefusedQuote, TaskAnswer } from "../../contracts"

/** UTF-16 units of a refused quote that are kept. */
const keptUnits = 500
/** Shorter ones may stand anywhere. UTF-16 units. */
const fewestUnits = 24

/** What an answer tells of the quotes that its document does not hold. */
export function refusedQuotes(
  texts: readonly string[],
): Pick<TaskAnswer, "unverifiedQuotes" | "refusedQuotes"> {
  if (texts.length === 0) return {}
  return {
    unverifiedQuotes: texts.length,
    refusedQuotes: texts.map((text) => ({ text: text.slice(0, keptUnits).toWellFormed() })),
  }
}

/** Whether a text holds a refused quote, but for case and white space; never one that is too short to tell. */
export function holderOf(text: string): (quote: RefusedQuote) => boolean {
  const plain = plainText(text)
  return (quote) => {
    const words = plainText(quote.text)
    return words.length >= fewestUnits && plain.includes(words)
  }
}

function plainText(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase()
}
