/** What raised letters may be that say no figure: `1st`, `2nd`, `3rd`, `n.º`, trade marks, and a note in brackets. */
const plain =
  /^(?:st|nd|rd|th|er|re|e|\u00e8me|o|a|\u00ba|\u00aa|tm|sm|\u2122|\u00ae|\[.*\]|\(.*\)|[\p{P}\p{S}]+)$/isu

const oneWord = /^[+\-\u2212\u2013]?[\p{L}\p{N}.,]+$/u

/**
 * Raised text after what stands before it on its line, so that 10 to the 6th is never read as 106: `10^6`,
 * `e^(x+1)`. Endings of ordinals and trade marks, what begins a line, and marks of notes are left as they are.
 */
export function raised(text: string, before: string): string {
  return before.trim() === "" || before.endsWith("[") || plain.test(text) ? text : `^${grouped(text)}`
}

/** Lowered text: `H2O`, but `10_2`, since only after a letter can it not be taken for a part of a number. */
export function lowered(text: string, before: string): string {
  return /[\p{L})\]]$/u.test(before.slice(-2)) || plain.test(text) || before.trim() === ""
    ? text
    : `_${grouped(text)}`
}

/**
 * The mark of text that is moved off its line by a length and not by name: by a quarter of its size, or by less where it
 * is smaller than the text before it. All lengths in one unit; up is positive.
 */
export function shiftMark(offset: number, size: number, sizeBefore: number): "^" | "_" | undefined {
  const share = Math.abs(offset) / size
  if (!(share >= 0.25 || (share >= 0.05 && size < 0.9 * sizeBefore))) return undefined
  return offset > 0 ? "^" : "_"
}

const grouped = (text: string): string => (oneWord.test(text) ? text : `(${text})`)
