import type { Steps } from "../runtime/yield"

/** Fewer words of the rules can be an answer. */
const leastWords = 4
/** Longer texts are no part of the rules. UTF-16 units. */
const mostCharacters = 4_000

/** Tells a text that gives words of the rules back: a weak model fills a shape with what describes it. */
export function echoOf(rules: readonly string[]): (text: string) => boolean {
  const known = rules.map(plainWords)
  return (text) => {
    if (text.length > mostCharacters) return false
    const words = plainWords(text)
    return isSentence(words) && known.some((rule) => holdsWords(rule, words))
  }
}

/** Whether a text is the same words as another, and too many to be so by chance. */
export function repeatsWords(text: string, other: string): boolean {
  if (text.length > mostCharacters) return false
  const words = plainWords(text)
  return isSentence(words) && words === plainWords(other)
}

/** Whether one of the texts has the words too, one behind the other: then they may be its own. */
export function* isShownIn(texts: Iterable<string>, text: string): Steps<boolean> {
  const words = plainWords(text)
  for (const shown of texts) {
    yield
    if (holdsWords(plainWords(shown), words)) return true
  }
  return false
}

/** Without case and marks, one space apart. */
function plainWords(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(" ")
}

function isSentence(words: string): boolean {
  return words.split(" ", leastWords).length === leastWords
}

function holdsWords(text: string, words: string): boolean {
  return ` ${text} `.includes(` ${words} `)
}
