/** What raised letters may be that say no figure: `1st`, `2nd`, `3rd`, `n.º`, trade marks, and a note in brackets. */
const plain =
  /^(?:st|nd|rd|th|er|re|e|\u00e8me|o|a|\u00ba|\u00aa|tm|sm|\u2122|\u00ae|\[.*\]|\(.*\)|[\p{P}\p{S}]+)$/isu

const oneWord = /^[+\-\u2212\u2013]?[\p{L}\p{N}.,]+$/u

/**
 * Raised text after what stands before it on its line, so that 10 to the 6th is never read as 106: `10^6`,
 * `e^(x+1)`. Endings of ordinals and trade marks, and what begins a line, are left as they are.
 */
export function raised(text: string, before: string): string {
  return before.trim() === "" || plain.test(text) ? text : `^${grouped(text)}`
}

/** Lowered text: `H2O`, but `10_2`, since only after a letter can it not be taken for a part of a number. */
export function lowered(text: string, before: string): string {
  return /[\p{L})\]]$/u.test(before.slice(-2)) || plain.test(text) || before.trim() === ""
    ? text
    : `_${grouped(text)}`
}

const grouped = (text: string): string => (oneWord.test(text) ? text : `(${text})`)
