import { strength } from "./blocks"
import { isWhiteSpace } from "./lines"

/** A place to cut at, with its strength. */
export interface Cut {
  readonly at: number
  readonly strength: number
}

/**
 * The first piece of `text[from, to)`: up to the end of its first sentence, or else the last line, word or
 * character within `maxUnits`. White space stays with what is before it.
 */
export function firstCut(text: string, from: number, to: number, maxUnits: number, prose: boolean): Cut {
  const limit = Math.min(to, from + maxUnits)
  let line = from
  let word = from
  let ended = false
  for (let at = from; at < limit; at++) {
    const unit = text.charCodeAt(at)
    if (isWhiteSpace(unit)) {
      if (at + 1 >= to) break
      if (unit === 0x0a) line = at + 1
      const next = text.charCodeAt(at + 1)
      if (isWhiteSpace(next)) continue
      word = at + 1
      if (ended && !(next >= 0x61 && next <= 0x7a)) return { at: at + 1, strength: strength.sentence }
      ended = false
    } else if (prose && isCjkEnd(unit)) {
      let end = at + 1
      while (end < limit && (isCjkEnd(text.charCodeAt(end)) || isCloser(text.charCodeAt(end)))) end++
      if (end < to && !isWhiteSpace(text.charCodeAt(end))) return { at: end, strength: strength.sentence }
      ended = true
      at = end - 1
    } else if (unit === 0x2e || unit === 0x21 || unit === 0x3f || unit === 0x2026) ended = prose
    else if (!isCloser(unit)) ended = false
  }
  if (limit === to) return { at: to, strength: strength.character }
  if (line > from) return { at: line, strength: strength.line }
  if (word > from) return { at: word, strength: strength.word }
  return { at: wholeCharacter(text, from, limit, to), strength: strength.character }
}

/** The line or word nearest to the middle, or else a character; undefined for a single character. */
export function middleCut(text: string, from: number, to: number): Cut | undefined {
  const middle = (from + to) >>> 1
  for (let distance = 0; distance < middle - from; distance++) {
    for (const at of [middle - distance, middle + distance]) {
      const before = text.charCodeAt(at - 1)
      if (before === 0x0a && at < to) return { at, strength: strength.line }
      const isWord = isWhiteSpace(before) ? !isWhiteSpace(text.charCodeAt(at)) : isCjkPause(before)
      if (isWord && at < to) return { at, strength: strength.word }
    }
  }
  const at = wholeCharacter(text, from, middle, to)
  return at > from && at < to ? { at, strength: strength.character } : undefined
}

/** Moves `at` off the inside of a surrogate pair or CRLF: back where that leaves something, else on. */
function wholeCharacter(text: string, from: number, at: number, to: number): number {
  const place = at <= from ? from + 1 : at
  const before = text.charCodeAt(place - 1)
  const after = place < to ? text.charCodeAt(place) : 0
  const cutsPair = before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff
  if (!cutsPair && !(before === 0x0d && after === 0x0a)) return place
  return place - 1 > from ? place - 1 : place + 1
}

/** 。！？； and their half-width forms, which need no space behind them. */
function isCjkEnd(unit: number): boolean {
  return unit === 0x3002 || unit === 0xff01 || unit === 0xff1f || unit === 0xff1b || unit === 0xff61
}

/** 、，：and their half-width forms. */
function isCjkPause(unit: number): boolean {
  return unit === 0x3001 || unit === 0xff0c || unit === 0xff1a || unit === 0xff64 || isCjkEnd(unit)
}

/** Quotes and brackets that close behind a sentence's end. */
function isCloser(unit: number): boolean {
  if (unit < 0x80) return unit === 0x22 || unit === 0x27 || unit === 0x29 || unit === 0x5d || unit === 0x2a
  return (
    unit === 0x2019 ||
    unit === 0x201d ||
    unit === 0xbb ||
    unit === 0x300d ||
    unit === 0x300f ||
    unit === 0xff09
  )
}
