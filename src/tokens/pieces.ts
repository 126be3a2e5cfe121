/**
 * Cuts text into the pieces that cl100k_base merges one by one. Its published pattern, written as a scanner:
 * a regular expression backtracks, and its stack overflows on a run of many million characters.
 *
 *   contraction | one other character? letters | 1-3 numbers | space? others newlines* |
 *   white space up to its last newline | white space but its last character | white space
 */
const Other = 0
const Letter = 1
const Digit = 2
const Space = 3
const Newline = 4
const Surrogate = 5

/** Where the piece that starts at `at` ends. */
export type PieceEnd = (text: string, at: number) => number

export function createPieceScanner(): PieceEnd {
  const classes = classifyUnits()
  // One more than the class, as code points are met.
  const pairClasses = new Uint8Array(0x110000)
  const classOfPair = (text: string, at: number): number => {
    const code = text.codePointAt(at)!
    // A lone surrogate is neither letter, number nor space.
    if (code < 0x10000) return Other
    if (pairClasses[code] === 0) pairClasses[code] = 1 + classOf(String.fromCodePoint(code))
    return pairClasses[code]! - 1
  }

  const classAt = (text: string, at: number): number => {
    if (at >= text.length) return -1
    const kind = classes[text.charCodeAt(at)]!
    return kind === Surrogate ? classOfPair(text, at) : kind
  }

  const runEnd = (text: string, from: number, kind: number, maxCharacters = Infinity): number => {
    let at = from
    for (let left = maxCharacters; at < text.length && left > 0; left--) {
      const found = classes[text.charCodeAt(at)]!
      if (found === kind) at++
      else if (found === Surrogate && classOfPair(text, at) === kind) at += widthAt(text, at)
      else break
    }
    return at
  }

  const othersEnd = (text: string, from: number): number => {
    let at = runEnd(text, from, Other)
    while (at < text.length && classes[text.charCodeAt(at)] === Newline) at++
    return at
  }

  const spaceEnd = (text: string, from: number): number => {
    let at = from
    let afterNewline = -1
    for (; at < text.length; at++) {
      const kind = classes[text.charCodeAt(at)]!
      if (kind === Newline) afterNewline = at + 1
      else if (kind !== Space) break
    }
    if (afterNewline >= 0) return afterNewline
    return at === text.length || at === from + 1 ? at : at - 1
  }

  return (text, at) => {
    const unit = text.charCodeAt(at)
    if (unit === 0x27) {
      const length = contractionLength(text, at)
      if (length > 0) return at + length
    }
    const kind = classAt(text, at)
    if (kind === Letter) return runEnd(text, at, Letter)
    if (kind === Digit) return runEnd(text, at, Digit, 3)
    if (kind === Newline) return spaceEnd(text, at)
    const next = at + widthAt(text, at)
    const nextKind = classAt(text, next)
    if (nextKind === Letter) return runEnd(text, next, Letter)
    if (kind === Other) return othersEnd(text, at)
    if (unit === 0x20 && nextKind === Other) return othersEnd(text, next)
    return spaceEnd(text, at)
  }
}

/** Length of 's 't 'm 'd 're 've 'll in either case, or 0. */
function contractionLength(text: string, at: number): number {
  // Setting bit 5 lowers ASCII letters; no other unit below lands on the letters asked for but their capitals.
  const first = text.charCodeAt(at + 1) | 0x20
  if (text.charCodeAt(at + 1) > 0x7f) return 0
  if (first === 0x73 || first === 0x74 || first === 0x6d || first === 0x64) return 2
  const second = text.charCodeAt(at + 2) | 0x20
  if (text.charCodeAt(at + 2) > 0x7f) return 0
  if ((first === 0x72 || first === 0x76) && second === 0x65) return 3
  return first === 0x6c && second === 0x6c ? 3 : 0
}

/** UTF-16 units of the code point at `at`: 2 for a surrogate pair. */
function widthAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (unit < 0xd800 || unit > 0xdbff) return 1
  const next = text.charCodeAt(at + 1)
  return next >= 0xdc00 && next <= 0xdfff ? 2 : 1
}

function classOf(character: string): number {
  if (/\p{L}/u.test(character)) return Letter
  if (/\p{N}/u.test(character)) return Digit
  return /\s/u.test(character) ? Space : Other
}

function classifyUnits(): Uint8Array {
  const classes = new Uint8Array(0x10000)
  for (let unit = 0; unit < 0x10000; unit++) {
    classes[unit] = unit >= 0xd800 && unit <= 0xdfff ? Surrogate : classOf(String.fromCharCode(unit))
  }
  classes[0x0a] = Newline
  classes[0x0d] = Newline
  return classes
}
