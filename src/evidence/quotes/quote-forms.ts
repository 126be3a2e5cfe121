/**
 * The name of the passage before or behind the quote: `P3: ...`, `[Passage 2] ...`, `... (P3)`. A number alone is none:
 * it may be the text's own, or a changed one.
 */
const nameBefore =
  /^[\s>"']{0,4}(?:<passage[^<>\n]{0,200}>|[[(](?:(?:passage|excerpt|chunk|quote|source)\s{0,2}#?|[PE])\d{1,4}[\])]\s{0,3}[:.\u2013\u2014-]?|(?:(?:passage|excerpt|chunk|quote|source)\s{0,2}(?:[0-9a-f]{6,12}\s)?[#P]?|P)\d{1,4}\s{0,3}[:\u2013\u2014-])\s{0,3}/i
const nameBehind =
  /\s{0,3}(?:<\/passage[^<>\n]{0,60}>|[[(](?:(?:passage|excerpt|chunk|page|p\.)\s{0,2}|[PE])\d{1,4}[\])])[\s.]{0,3}$/i
const omission =
  /\s{0,3}(?:\[\s?(?:\.{3}|\u2026)\s?\]|\(\s?(?:\.{3}|\u2026)\s?\)|\.{3,}|(?:\. ){2,}\.|\u2026)\s{0,3}/

/** A letter that was fitted to the sentence around the quote: "[T]he". */
const fittedLetter = /\[(\p{L})\](?=\p{L})/gu

/** The quote, and as it is without the name of a passage and without brackets around a fitted letter. */
export function formsOf(quote: string): readonly string[] {
  const named = quote.replace(nameBefore, "").replace(nameBehind, "").trim()
  const forms = [quote, named, named.replace(fittedLetter, "$1")]
  return [...new Set(forms)].filter((form) => form !== "")
}

/** The parts of a quote around what it says it left out; undefined where it left out nothing inside. */
export function partsOf(quote: string): readonly string[] | undefined {
  const parts = quote.split(omission).filter((part) => /[\p{L}\p{N}]/u.test(part))
  return parts.length < 2 || parts.length > maxParts ? undefined : parts
}

const maxParts = 8
