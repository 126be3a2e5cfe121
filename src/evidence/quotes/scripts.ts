const letter = /\p{L}/u
const wordPart = /[\p{L}\p{N}\p{M}]/u
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uff60]/u

const test = (pattern: RegExp, codePoint: number): boolean => pattern.test(String.fromCodePoint(codePoint))

export function isLetter(codePoint: number): boolean {
  if (codePoint >= 0x80) return test(letter, codePoint)
  return (codePoint | 0x20) >= 0x61 && (codePoint | 0x20) <= 0x7a
}

/** Letters, digits and marks: what a word may hold. */
export function isWordPart(codePoint: number): boolean {
  if (codePoint >= 0x80) return test(wordPart, codePoint)
  return isLetter(codePoint) || (codePoint >= 0x30 && codePoint <= 0x39)
}

/** Scripts that put no space between words: white space among their letters is layout. */
export function isUnspaced(codePoint: number): boolean {
  return codePoint >= 0xe00 && test(unspaced, codePoint)
}

/** How many letters, digits and marks a text holds, counted up to `enough`. */
export function countWordParts(text: string, enough: number): number {
  let count = 0
  for (const character of text) {
    if (isWordPart(character.codePointAt(0)!)) count += 1
    if (count >= enough) break
  }
  return count
}
