import { bestOccurrence, type TextSpan } from "./best-occurrence"
import { foldText } from "./fold-text"
import type { FoldedText } from "./folded-units"
import { pageFurniture } from "./page-furniture"
import { formsOf, partsOf } from "./quote-forms"
import { countWordParts } from "./scripts"

export type { TextSpan }

/** Finds quotes in one text; what it prepares is shared by all of them. */
export type QuoteLocator = (quote: string) => TextSpan | undefined

const fewestLetters = 3
/** What a quote may leave out at an ellipsis, in UTF-16 units of folded text. */
const maxOmittedUnits = 1_000

/**
 * Where a quote stands in a text, or undefined where the text does not say it in these words.
 *
 * First the very characters; then the same words under other layout and typography (see `foldText`), without
 * quotation marks, ellipses and white space at the quote's ends, its first letter in either case, and without a
 * full stop or comma at its end; then without a passage's name before or behind it, across a page's header and
 * footer, and with an ellipsis inside, whose sides must follow one another within 1,000 characters. An altered, added
 * or missing word is not found. Where a quote stands more than once, the first place where it begins and ends with
 * whole words counts, else the first of all. Fewer than three letters or digits are found only as whole words and
 * only as they are. The span lies on code points and has no white space at its ends.
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
  let withoutPages: FoldedText | undefined
  return (quote) => {
    const trimmed = quote.trim()
    const short = countWordParts(trimmed, fewestLetters) < fewestLetters
    const exact = bestOccurrence({ text, pattern: trimmed, wholeWordsOnly: short || wholeWordsOnly })
    if (exact !== undefined || short) return exact
    folded ??= foldText(text)
    const forms = formsOf(trimmed)
    for (const form of forms) {
      const span = locateFolded(folded, form, wholeWordsOnly)
      if (span !== undefined) return sourceSpan(folded, span)
    }
    if (withoutPages === undefined) {
      const furniture = pageFurniture(text)
      withoutPages = furniture.length === 0 ? folded : foldText(text, furniture)
    }
    for (const form of forms) {
      const span =
        (withoutPages === folded ? undefined : locateFolded(withoutPages, form, wholeWordsOnly)) ??
        locateParts(withoutPages, form)
      if (span !== undefined) return sourceSpan(withoutPages, span)
    }
    return undefined
  }
}

function sourceSpan({ starts, ends }: FoldedText, { start, end }: TextSpan): TextSpan {
  return { start: starts[start]!, end: ends[end - 1]! }
}

/** The span in the folded text. */
function locateFolded(
  folded: FoldedText,
  quote: string,
  wholeWordsOnly: boolean,
  within: TextSpan = { start: 0, end: folded.text.length },
): TextSpan | undefined {
  const pattern = foldText(quote)
  const { start, end } = withoutEdges(pattern.text)
  if (countWordParts(pattern.text.slice(start, end), fewestLetters) < fewestLetters) return undefined
  const hyphens = {
    text: folded.hyphens.subarray(within.start, within.end),
    pattern: pattern.hyphens.subarray(start),
  }
  const text = folded.text.slice(within.start, within.end)
  for (const candidate of variants(pattern.text.slice(start, end))) {
    const span = bestOccurrence({ text, pattern: candidate, hyphens, wholeWordsOnly })
    if (span !== undefined) return { start: span.start + within.start, end: span.end + within.start }
  }
  return undefined
}

/** From the first part of a quote with omissions to its last, each behind the one before and not far from it. */
function locateParts(folded: FoldedText, quote: string): TextSpan | undefined {
  const [first = "", ...rest] = partsOf(quote) ?? []
  let from = 0
  // The first part may come again where the others follow it.
  for (let tries = rest.length === 0 ? 0 : maxTries; tries > 0; tries -= 1) {
    const begin = locateFolded(folded, first, true, { start: from, end: folded.text.length })
    if (begin === undefined) return undefined
    let end: number | undefined = begin.end
    for (const part of rest) {
      const reach: number = end + maxOmittedUnits + part.length
      end = locateFolded(folded, part, true, { start: end, end: Math.min(reach, folded.text.length) })?.end
      if (end === undefined) break
    }
    if (end !== undefined) return { start: begin.start, end }
    from = begin.end
  }
  return undefined
}

const maxTries = 20

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
    if (endsWith("[...]")) end -= 5
    else if (endsWith("...")) while (text.charAt(end - 1) === ".") end -= 1
    moved = start !== from || end !== to
  }
  return { start, end }

  function endsWith(mark: string): boolean {
    return end - mark.length >= start && text.startsWith(mark, end - mark.length)
  }
}

const isEdge = (character: string): boolean => character === '"' || character === " "
