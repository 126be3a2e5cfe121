/** A reply is taken to go round when its end repeats at least so often, over at least so many characters. */
const FEWEST_ROUNDS = 4
const FEWEST_CHARACTERS = 200
/** Longest piece that is looked for again and again. */
const LONGEST_ROUND = 1_500

/**
 * Where a text begins to say the same over and over until its end, behind the first time; undefined where it does
 * not. Time is linear in the text.
 */
export function circleStart(text: string): number | undefined {
  // Read from its end: a prefix of length n with a border of length b has the period n - b.
  const borders = new Uint32Array(text.length)
  const unit = (at: number) => text.charCodeAt(text.length - 1 - at)
  let circle: number | undefined
  let border = 0
  for (let at = 1; at < text.length; at++) {
    while (border > 0 && unit(at) !== unit(border)) border = borders[border - 1]!
    if (unit(at) === unit(border)) border += 1
    borders[at] = border
    const length = at + 1
    const period = length - border
    const goesRound =
      period <= LONGEST_ROUND && length >= period * FEWEST_ROUNDS && length >= FEWEST_CHARACTERS
    if (goesRound) circle = text.length - length + period
  }
  return circle
}
