import { isShownIn } from "../calls/echo"
import { claimsOf } from "../evidence/figures/claims"
import { unsupportedOf } from "../evidence/figures/unsupported-figures"
import type { TextSlice } from "../evidence/slices"
import { termsOf } from "../retrieval/terms"
import type { Steps } from "../runtime/yield"
import { isEcho } from "./echo"

/** What stands behind an answer: its own quotes, a sentence that the library found, or nothing that was shown. */
export type Support = "quotes" | TextSlice | "nothing"

/** Sentences that are looked at for one answer, those that fit the task best first. */
const mostSentences = 40
/** Share of the task's weighted terms that a sentence must hold to be evidence for names; for figures any does ... */
const taskShare = 0.2
/** ... and none is needed for figures of this many digits: such a date or amount stands nowhere by chance. */
const tellingDigits = 3
/** Share of an answer's names that a text must hold. */
const namesShare = 0.5
/** Letters of a name that count: its endings change with its place in a sentence. */
const stemLetters = 5
const namePattern = /\p{Lu}[\p{L}\p{M}\p{N}]+/gu

export interface Sentence extends TextSlice {
  readonly terms: ReadonlySet<string>
}

export function withTerms(slice: TextSlice): Sentence {
  return { ...slice, terms: new Set(termsOf(slice.text, "index")) }
}

/**
 * Whether an answer's figures, or where it has none its names, stand in its quotes; else in a sentence of what was shown
 * that also shares a word with the task. An answer of neither figures nor names can't be disproved: where it has no quote,
 * a sentence that holds half of its words is looked for, and it stays without one where there is none. The rules given
 * back are no answer.
 *
 * @param sentencesOf asked only where the quotes do not settle it
 */
export function* supportOf(
  answer: string,
  task: string,
  quotes: readonly string[],
  sentencesOf: () => readonly Sentence[],
): Steps<Support> {
  if (isEcho(answer, task) && !(yield* isShown(answer, quotes, sentencesOf))) return "nothing"
  const claims = yield* claimsOf(answer)
  const figures = (yield* unsupportedOf(claims, [])).length
  const asked = new Set(termsOf(task))
  const names = namesOf(answer, asked, quotes.length > 0)
  const isOfWords = figures === 0 && names.length === 0
  if (isOfWords && quotes.length > 0) return "quotes"
  if (isOfWords && !/[\p{L}\p{N}]{2}|\p{Lo}/u.test(answer)) return "nothing"
  const missing = (yield* unsupportedOf(claims, quotes)).length
  // Some of the figures are enough: a reader may say more than it quotes, and all are looked up in the answer again.
  if (figures > 0 ? missing < figures : !isOfWords && holdsNames(quotes.join("\n"), names)) return "quotes"
  const sentences = sentencesOf()
  const weights = weightsOf(asked, sentences)
  const words = new Set(termsOf(answer))
  const content = [...words].filter((term) => term.length > 1 && !functionWords.has(term))
  const isTelling = figures > 0 && answer.replace(/\D/g, "").length >= tellingDigits
  const ranked = sentences
    .map((sentence, index) => ({
      sentence,
      index,
      fit: fitOf(sentence, weights),
      all: shared(sentence, words),
    }))
    .filter(({ fit, sentence }) => {
      if (figures === 0) return fit >= taskShare
      // "30 days" says more than "30": a sentence that holds all of it need not share a word with the task.
      return isTelling || fit > 0 || (content.length > 1 && shared(sentence, content) === content.length)
    })
    .sort((a, b) => (isTelling ? b.all - a.all : 0) || b.fit - a.fit || b.all - a.all || a.index - b.index)
  for (const { sentence } of ranked.slice(0, mostSentences)) {
    if (figures > 0) {
      if ((yield* unsupportedOf(claims, [sentence.text])).length === 0) return sentence
    } else if (isOfWords) {
      yield
      if (content.length > 0 && shared(sentence, content) >= content.length / 2) return sentence
    } else if (holdsNames(sentence.text, names)) return sentence
  }
  return isOfWords ? "quotes" : "nothing"
}

/** Whether quotes or sentences that were shown have the answer's words: those of the rules may be a document's own. */
export function* isShown(
  answer: string,
  quotes: readonly string[],
  sentencesOf: () => readonly Sentence[],
): Steps<boolean> {
  if (yield* isShownIn(quotes, answer)) return true
  return yield* isShownIn(
    sentencesOf().map(({ text }) => text),
    answer,
  )
}

/** Of a task that are in any sentence. A language that is not here has its own, which are in many sentences and weigh little. */
const functionWords = new Set(
  termsOf(
    "the this that these those which who whose whom what when where how of or and on in at to for by with from as is are was were be been has have had it its any all each not no does do give name say tell",
  ),
)
/** Shorter words may stand in any language. */
const shortestTold = 3

/**
 * The weight of each of the task's terms, together 1: the fewer sentences hold it, the more. A task in another language
 * than the document shares no word with it, and weighs nothing.
 */
function weightsOf(
  asked: ReadonlySet<string>,
  sentences: readonly Sentence[],
): ReadonlyMap<string, number> | undefined {
  const holders = new Map<string, number>()
  for (const term of asked) holders.set(term, sentences.filter(({ terms }) => terms.has(term)).length)
  const isShared = [...holders].some(([term, count]) => count > 0 && term.length >= shortestTold)
  if (!isShared) return undefined
  const telling = [...holders].filter(([term]) => !functionWords.has(term))
  const weights = telling.map(
    ([term, count]) => [term, Math.log(1 + (sentences.length - count + 0.5) / (count + 0.5))] as const,
  )
  const sum = weights.reduce((total, [, weight]) => total + weight, 0)
  return new Map(weights.map(([term, weight]) => [term, weight / sum]))
}

function fitOf({ terms }: Sentence, weights: ReadonlyMap<string, number> | undefined): number {
  if (weights === undefined) return 1
  let fit = 0
  for (const [term, weight] of weights) if (terms.has(term)) fit += weight
  return fit
}

/** Capitalised words that the task does not name itself. The first word of an answer is often none, so that alone it needs no proof where there is a quote. */
function namesOf(answer: string, asked: ReadonlySet<string>, hasQuotes: boolean): readonly string[] {
  const names = [...answer.matchAll(namePattern)].map(([name]) => name)
  const own = names.filter((name) => ![...termsOf(name)].every((term) => asked.has(term)))
  return hasQuotes && own.length === 1 && answer.startsWith(own[0]!) ? [] : own
}

function holdsNames(text: string, names: readonly string[]): boolean {
  const folded = text.toLowerCase()
  const held = names.filter((name) => folded.includes(name.toLowerCase().slice(0, stemLetters)))
  return held.length >= names.length * namesShare && held.length > 0
}

function shared({ terms }: Sentence, wanted: Iterable<string>): number {
  let count = 0
  for (const term of wanted) if (terms.has(term)) count += 1
  return count
}
