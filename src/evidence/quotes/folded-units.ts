import { isLetter, isUnspaced, isWordPart } from "./scripts"

/**
 * A text in the form in which quotes are compared, with a way back: unit `i` of `text` came from
 * `source.slice(starts[i], ends[i])`.
 */
export interface FoldedText {
  readonly text: string
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  /** What stood between two letters before unit `i` and was left out: see `hyphen`. */
  readonly hyphens: Uint8Array
}

/** A hyphen at a line's end may be the word's own or not, so it agrees with every other value. */
export const hyphen = { none: 0, inWord: 1, atLineEnd: 2, beforeSpace: 3 } as const

export const space = 0x20
export const dash = 0x2d

export interface FoldedUnits {
  /** Adds one code point that came from `source.slice(start, end)`; white space comes as `space`, dashes as `dash`. */
  add(codePoint: number, start: number, end: number, isLineEnd?: boolean): void
  done(): FoldedText
}

/** Collects folded units: runs of white space and of dashes become one, hyphens between letters become a flag. */
export function createFoldedUnits(expectedLength: number): FoldedUnits {
  let units = new Uint16Array(expectedLength + 16)
  let starts = new Uint32Array(expectedLength + 16)
  let ends = new Uint32Array(expectedLength + 16)
  let hyphens = new Uint8Array(expectedLength + 16)
  let length = 0
  let lineEnded = false

  function grow(): void {
    const size = units.length * 2
    units = copied(units, new Uint16Array(size))
    starts = copied(starts, new Uint32Array(size))
    ends = copied(ends, new Uint32Array(size))
    hyphens = copied(hyphens, new Uint8Array(size))
  }

  function push(unit: number, start: number, end: number, flag: number): void {
    if (length === units.length) grow()
    units[length] = unit
    starts[length] = start
    ends[length] = end
    hyphens[length] = flag
    length += 1
  }

  /** The code point that ends at unit `at`, for tests of what kind of letter it is. */
  function codePointBefore(at: number): number {
    const unit = units[at - 1] ?? 0
    const pairs = unit >= 0xdc00 && unit <= 0xdfff && at > 1
    return pairs ? (String.fromCharCode(units[at - 2]!, unit).codePointAt(0) ?? unit) : unit
  }

  /** Takes back a hyphen between two letters, a dash that stands alone, and white space that only some styles write. */
  function joinedTo(codePoint: number): number {
    const last = units[length - 1]
    if (last !== space && last !== dash) return hyphen.none
    if (last === space && units[length - 2] === dash && (length === 2 || units[length - 3] === space)) {
      // Between two numbers it may be a minus.
      if (!isDigit(codePoint) || !isDigit(codePointBefore(length - 3))) length -= 2
    }
    if (length < 2 || (units[length - 1] !== space && last !== dash)) return hyphen.none
    if (last === space && units[length - 2] !== dash) {
      if (isStyle(codePointBefore(length - 1), codePoint)) length -= 1
      return hyphen.none
    }
    const hyphenAt = last === dash ? length - 1 : length - 2
    if (!isLetter(codePoint) || hyphenAt < 1 || !isLetter(codePointBefore(hyphenAt))) return hyphen.none
    length = hyphenAt
    if (last === dash) return hyphen.inWord
    return lineEnded ? hyphen.atLineEnd : hyphen.beforeSpace
  }

  function add(codePoint: number, start: number, end: number, isLineEnd = false): void {
    if (codePoint === space || codePoint === dash) {
      const repeated = length > 0 && units[length - 1] === codePoint
      lineEnded = isLineEnd || (repeated && lineEnded)
      if (repeated) ends[length - 1] = end
      else push(codePoint, start, end, hyphen.none)
      return
    }
    const flag = joinedTo(codePoint)
    const character = String.fromCodePoint(codePoint)
    push(character.charCodeAt(0), start, end, flag)
    if (character.length === 2) push(character.charCodeAt(1), start, end, hyphen.none)
  }

  return {
    add,
    done: () => ({ text: decoded(units, length), starts, ends, hyphens }),
  }
}

/** White space between scripts without it, before marks, and between a number and its unit's sign. */
function isStyle(before: number, after: number): boolean {
  if (isUnspaced(after)) return isUnspaced(before) || isWordPart(before) || isMark(before)
  if (isUnspaced(before)) return isWordPart(after) || isMark(after)
  return (
    isMark(after) ||
    before === 0x28 ||
    before === 0x5b ||
    (isDigit(before) && isSign(after)) ||
    (isSign(before) && isDigit(after))
  )
}

const isDigit = (codePoint: number): boolean => codePoint >= 0x30 && codePoint <= 0x39
/** . , : ; ! ? ) ] */
const isMark = (codePoint: number): boolean =>
  codePoint < 0x80 && ".,:;!?)]".includes(String.fromCharCode(codePoint))
/** % and signs of currencies. */
const isSign = (codePoint: number): boolean =>
  codePoint === 0x25 ||
  codePoint === 0x24 ||
  (codePoint >= 0xa2 && codePoint <= 0xa5) ||
  (codePoint >= 0x20a0 && codePoint <= 0x20cf)

function copied<T extends Uint8Array | Uint16Array | Uint32Array>(from: T, to: T): T {
  to.set(from)
  return to
}

function decoded(units: Uint16Array, length: number): string {
  let text = ""
  // Longer argument lists overflow the stack.
  for (let at = 0; at < length; at += 8192) {
    text += String.fromCharCode(...units.subarray(at, Math.min(length, at + 8192)))
  }
  return text
}
