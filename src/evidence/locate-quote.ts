import { bestOccurrence, type TextSpan } from "./best-occurrence"
import { foldText } from "./fold-text"
import type { FoldedText } from "./folded-units"
import { countWordParts } from "./scripts"

export type { TextSpan }

/** Finds quotes in one text; what it prepares is shared by all of them. */
export type QuoteLocator = (quote: string) => TextSpan | undefined

const fewestLetters = 3

/**
 * Where a quote stands in a text, or undefined where the text does not say it in these words.
 *
 * First the very characters; then the same words under other layout and typography (see `foldText`), without
 * quotation marks, ellipses and white space at the quote's ends, its first letter in either case, and without a
 * full stop or comma at its end. An altered, added or missing word is not found, and neither is a quote with an
 * ellipsis inside that the text does not have. Where a quote stands more than once, the first place where it
 * begins and ends with whole words counts, else the first of all. Fewer than three letters or digits are found
 * only as whole words and only as they are. The span lies on code points and has no white space at its ends.
 */
export function locateQuote(quote: string, text: string): TextSpan | undefined {
  return createQuoteLocator(text)(quote)
}

/**
 * As `locateQuote`, for many quotes of one text: time grows with the text and with each quote, not with both.
 * `wholeWordsOnly` also refuses quotes that cut a word or number, such as "a fee of 10" where the text says 100.
 */
export function createQuoteLocator(
  text: string,
  { wholeWordsOnly = false }: { readonly wholeWordsOnly?: boolean | undefined } = {},
): QuoteLocator {
  let folded: FoldedText | undefined
  return (quote) => {
    const trimmed = quote.trim()
    const short = countWordParts(trimmed, fewestLetters) < fewestLetters
    const exact = bestOccurrence({ text, pattern: trimmed, wholeWordsOnly: short || wholeWordsOnly })
    if (exact !== undefined || short) return exact
    folded ??= foldText(text)
    return locateFolded(folded, trimmed, wholeWordsOnly)
  }
}

function locateFolded(folded: FoldedText, quote: string, wholeWordsOnly: boolean): TextSpan | undefined {
  const pattern = foldText(quote)
  const { start, end } = withoutEdges(pattern.text)
  const hyphens = { text: folded.hyphens, pattern: pattern.hyphens.subarray(start) }
  for (const candidate of variants(pattern.text.slice(start, end))) {
    const span = bestOccurrence({ text: folded.text, pattern: candidate, hyphens, wholeWordsOnly })
    if (span !== undefined) return { start: folded.starts[span.start]!, end: folded.ends[span.end - 1]! }
  }
  return undefined
}

/** The quote, and what a writer may have fitted to the sentence around it: its first letter's case, its last mark. */
function* variants(quote: string): Generator<string, void> {
  const withoutMark = /[.,]$/.test(quote) ? quote.slice(0, -1).trimEnd() : undefined
  for (const text of withoutMark === undefined ? [quote] : [quote, withoutMark]) {
    yield text
    const first = String.fromCodePoint(text.codePointAt(0) ?? space)
    for (const other of new Set([first.toUpperCase(), first.toLowerCase()])) {
      if (other !== first && other.length === first.length) yield other + text.slice(first.length)
    }
  }
}

const space = 0x20

/** The part of a folded quote between quotation marks, ellipses and white space at its ends. */
function withoutEdges(text: string): TextSpan {
  let start = 0
  let end = text.length
  for (let moved = true; moved && start < end; ) {
    const [from, to] = [start, end]
    while (start < end && isEdge(text.charAt(start))) start += 1
    while (end > start && isEdge(text.charAt(end - 1))) end -= 1
    if (text.startsWith("[...]", start)) start += 5
    else if (text.startsWith("...", start)) while (text.charAt(start) === ".") start += 1
    if (text.slice(start, end).endsWith("[...]")) end -= 5
    else if (text.slice(start, end).endsWith("...")) while (text.charAt(end - 1) === ".") end -= 1
    moved = start !== from || end !== to
  }
  return { start, end }
}

const isEdge = (character: string): boolean => character === '"' || character === " "
