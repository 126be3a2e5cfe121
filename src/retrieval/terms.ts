import { plainForm } from "./word-forms"

const words = /[\p{L}\p{N}\p{M}]+/gu
const asciiWords = /[a-z0-9]+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const onlyAscii = /^[\x00-\x7f]*$/
const unspacedRun =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]+/gu
const doubledConsonant = /([^aeiouylsz])\1$/
const mayBeUnspaced = /[\u0e00-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u

/** Raised when the same text would give other terms than before. */
export const analyzerVersion = 2

/**
 * The search terms of a text, in order: words in NFKC and lower case without accents, with common English endings
 * cut, Arabic ones without article and endings, numbers as they are. Scripts without spaces between words (Chinese, Japanese, Thai, ...) give every pair of neighbours, a lone
 * character itself, and in a text to be searched (`purpose` "index") each character too.
 */
export function* termsOf(text: string, purpose: "index" | "query" = "query"): Generator<string, void> {
  for (const word of wordsOf(text)) yield* termsOfWord(word, purpose)
}

/** The words of a text as they are compared: of each, `termsOfWord` gives the terms. */
export function wordsOf(text: string): readonly string[] {
  // The same words, found in a third of the time.
  if (onlyAscii.test(text)) return text.toLowerCase().match(asciiWords) ?? []
  return text.normalize("NFKC").toLowerCase().match(words) ?? []
}

export function* termsOfWord(word: string, purpose: "index" | "query"): Generator<string, void> {
  if (mayBeUnspaced.test(word)) yield* unspacedTerms(word, purpose)
  else yield stem(plainForm(word))
}

function* unspacedTerms(word: string, purpose: "index" | "query"): Generator<string, void> {
  let at = 0
  for (const run of word.matchAll(unspacedRun)) {
    if (run.index > at) yield stem(word.slice(at, run.index))
    const characters = [...run[0]]
    if (purpose === "index" || characters.length === 1) yield* characters
    yield* pairs(characters)
    at = run.index + run[0].length
  }
  if (at < word.length) yield stem(word.slice(at))
}

function* pairs(characters: readonly string[]): Generator<string, void> {
  for (let at = 1; at < characters.length; at += 1) yield characters[at - 1]! + characters[at]!
}

/**
 * One form for the common endings of an English word: plurals by Harman's S stemmer, then -ing, -ed, a doubled
 * consonant and a last e, so that "governing", "governed" and "governs" are one term. Not a linguist's stem: it
 * only has to be the same for texts and queries.
 */
function stem(word: string): string {
  let form = singular(word)
  if (form.length >= 7 && form.endsWith("ing")) form = form.slice(0, -3)
  else if (form.length >= 6 && form.endsWith("ed")) form = form.slice(0, -2)
  if (form.length >= 5 && doubledConsonant.test(form)) form = form.slice(0, -1)
  return form.length >= 5 && form.endsWith("e") ? form.slice(0, -1) : form
}

function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s")) return word
  if (word.endsWith("ies")) return /[ae]ies$/.test(word) ? word : `${word.slice(0, -3)}y`
  if (word.endsWith("es")) return /[aeo]es$/.test(word) ? word : word.slice(0, -1)
  return /[us]s$/.test(word) ? word : word.slice(0, -1)
}
