import { hyphen } from "./folded-units"
import { occurrences } from "./occurrences"
import { isUnspaced, isWordPart } from "./scripts"

/** Offsets of a slice, in UTF-16 units, end exclusive. */
export interface TextSpan {
  readonly start: number
  readonly end: number
}

/** Flags of `FoldedText.hyphens` for the text and for the pattern. */
interface Hyphens {
  readonly text: Uint8Array
  readonly pattern: Uint8Array
}

/**
 * The first place of the pattern that begins and ends with whole words, else the first of all; on code points,
 * and with hyphens that agree. Places are compared up to a bound that is linear in the text.
 */
export function bestOccurrence(request: {
  readonly text: string
  readonly pattern: string
  readonly hyphens?: Hyphens | undefined
  readonly wholeWordsOnly?: boolean | undefined
}): TextSpan | undefined {
  const { text, pattern, hyphens, wholeWordsOnly = false } = request
  let first: TextSpan | undefined
  let comparisonsLeft = text.length * 2 + 100_000
  for (const start of occurrences(text, pattern)) {
    const end = start + pattern.length
    comparisonsLeft -= hyphens === undefined ? 50 : pattern.length + 50
    if (!splitsPair(text, start) && !splitsPair(text, end) && hyphensAgree(hyphens, start, pattern.length)) {
      if (startsWord(text, start, hyphens?.text) && startsWord(text, end, hyphens?.text))
        return { start, end }
      if (!wholeWordsOnly) first ??= { start, end }
    }
    if (comparisonsLeft <= 0) break
  }
  return first
}

/** Whether a cut at this place leaves the words beside it whole. */
function startsWord(text: string, at: number, hyphens: Uint8Array | undefined): boolean {
  if (at === 0 || at === text.length || (hyphens?.[at] ?? hyphen.none) !== hyphen.none) return true
  const before = text.codePointAt(splitsPair(text, at - 1) ? at - 2 : at - 1)!
  const after = text.codePointAt(at)!
  return !isWordPart(before) || !isWordPart(after) || (isUnspaced(before) && isUnspaced(after))
}

function hyphensAgree(hyphens: Hyphens | undefined, start: number, length: number): boolean {
  if (hyphens === undefined) return true
  // What stands before the first letter is outside of the quote.
  for (let at = 1; at < length; at += 1) {
    const one = hyphens.text[start + at]
    const other = hyphens.pattern[at]
    if (one !== other && one !== hyphen.atLineEnd && other !== hyphen.atLineEnd) return false
  }
  return true
}

function splitsPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if (!(unit >= 0xdc00 && unit <= 0xdfff)) return false
  const before = text.charCodeAt(at - 1)
  return before >= 0xd800 && before <= 0xdbff
}
