const words = /[\p{L}\p{N}\p{M}]+/gu
const unspacedRun =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]+/gu
const mayBeUnspaced = /[\u0e00-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u

/**
 * The search terms of a text, in order: words in NFKC and lower case with English plurals cut, numbers as they
 * are. Scripts without spaces between words (Chinese, Japanese, Thai, ...) give every pair of neighbours, a lone
 * character itself, and in a text to be searched (`purpose` "index") each character too.
 */
export function* termsOf(text: string, purpose: "index" | "query" = "query"): Generator<string, void> {
  for (const [word] of text.normalize("NFKC").toLowerCase().matchAll(words)) {
    if (mayBeUnspaced.test(word)) yield* unspacedTerms(word, purpose)
    else yield stem(word)
  }
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

/** Harman's S stemmer: "parties" to "party", "laws" to "law"; "us", "business" and "1990s" of one class stay. */
function stem(word: string): string {
  const length = word.length
  if (length < 4 || !word.endsWith("s")) return word
  if (word.endsWith("ies")) return /[ae]ies$/.test(word) ? word : `${word.slice(0, -3)}y`
  if (word.endsWith("es")) return /[aeo]es$/.test(word) ? word : word.slice(0, -1)
  return /[us]s$/.test(word) ? word : word.slice(0, -1)
}
