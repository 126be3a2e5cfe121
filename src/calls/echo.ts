/** Fewer words of the rules can be an answer. */
const leastWords = 4

/** Tells a text that gives words of the rules back: a weak model fills a shape with what describes it. */
export function echoOf(rules: readonly string[]): (text: string) => boolean {
  const known = rules.map(plainWords)
  return (text) => {
    const words = plainWords(text)
    return isSentence(words) && known.some((rule) => holdsWords(rule, words))
  }
}

/** The words of a text without case and marks, one space apart. */
export function plainWords(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(" ")
}

/** Whether plain words are too many to be the same by chance. */
export function isSentence(words: string): boolean {
  return words.split(" ", leastWords).length === leastWords
}

/** Whether plain words stand in others, one behind the other. */
export function holdsWords(text: string, words: string): boolean {
  return ` ${text} `.includes(` ${words} `)
}
