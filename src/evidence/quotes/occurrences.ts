/** Beyond this length, and for patterns that end in a repetition, `indexOf` may take a time of length times length. */
const longPattern = 2000
const decisiveSuffix = 250

/** Every place of a pattern in a text, overlaps included, in order; linear in both. */
export function* occurrences(text: string, pattern: string): Generator<number, void> {
  if (pattern.length === 0 || pattern.length > text.length) return
  if (pattern.length > longPattern || endsInRepetition(pattern)) return yield* byBorders(text, pattern)
  for (let at = text.indexOf(pattern); at !== -1; at = text.indexOf(pattern, at + 1)) yield at
}

function endsInRepetition(pattern: string): boolean {
  const suffix = pattern.slice(-decisiveSuffix)
  const period = suffix.length - borderLengths(suffix)[suffix.length - 1]!
  return period * 2 <= suffix.length
}

/** Knuth, Morris and Pratt's search: never goes back in the text. */
function* byBorders(text: string, pattern: string): Generator<number, void> {
  const borders = borderLengths(pattern)
  let matched = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    while (matched > 0 && unit !== pattern.charCodeAt(matched)) matched = borders[matched - 1]!
    if (unit === pattern.charCodeAt(matched)) matched += 1
    if (matched < pattern.length) continue
    yield at - matched + 1
    matched = borders[matched - 1]!
  }
}

/** For each prefix, the length of the longest proper prefix that is its suffix too. */
function borderLengths(pattern: string): Uint32Array {
  const borders = new Uint32Array(pattern.length)
  let length = 0
  for (let at = 1; at < pattern.length; at += 1) {
    const unit = pattern.charCodeAt(at)
    while (length > 0 && unit !== pattern.charCodeAt(length)) length = borders[length - 1]!
    if (unit === pattern.charCodeAt(length)) length += 1
    borders[at] = length
  }
  return borders
}
