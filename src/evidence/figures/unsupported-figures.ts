import type { Steps } from "../../runtime/yield"
import { datesOf, impliedBy } from "./dates"
import { withPlainDigits } from "./digits"
import type { Figure } from "./figure"
import { eastAsianNumbersOf, wordsOf } from "./number-words"
import { canonical, numbersOf } from "./numbers"
import { numbersInWords } from "./numbers-in-words"

/** What an answer says and none of its sources does. */
export interface UnsupportedFigure {
  readonly kind: "number" | "date" | "name"
  /** As the answer writes it. */
  readonly text: string
}

/** Citations, and the numbers of a list's lines. */
const ownNumbers = /\[\d+\]|^[ \t]*(?:[-*#>]{1,6}[ \t]+)?\(?\d{1,3}[.)](?=\s)/gm
const quoted =
  /"([^"\n]{2,200})"|\u201c([^\u201c\u201d\n]{2,200})\u201d|\u201e([^\u201e\u201c\u201d\n]{2,200})[\u201c\u201d]|\u00ab([^\u00ab\u00bb\n]{2,200})\u00bb|\u300c([^\u300c\u300d\n]{2,200})\u300d/g
const omission = /\.{3,}|\u2026|\[[^[\]]{0,20}\]/
const currency = /^[A-Z]{2,4}$/

/**
 * Numbers, dates and quoted names of an answer that stand in none of the texts it rests on, each once, in the order
 * of the answer; in steps, one source or figure at a time. Thousands separators, decimal commas, per cent, scales
 * ("3 million"), forms of dates, and small numbers in words make no difference; a number or date that can be read
 * in two ways needs one of them. A name is found where each two neighbours of its words are. Time is linear in all
 * texts. Numbers that the answer works out itself, such as sums, stand nowhere: pass what is known as `sources` too.
 */
export function* unsupportedFigures(
  answer: string,
  sources: Iterable<string>,
): Steps<readonly UnsupportedFigure[]> {
  const known = yield* knownOf(sources)
  const supports = ({ readings, parts }: Figure) =>
    readings.some((reading) => known.figures.has(reading)) ||
    (parts.length > 0 && parts.every((part) => known.figures.has(part)))
  const found: (UnsupportedFigure & { readonly start: number })[] = []
  const own = answer.replace(ownNumbers, (number) => " ".repeat(number.length))
  const text = withPlainDigits(own)

  const dates = outermost([...datesOf(text)])
  for (const date of dates) {
    yield
    if (!supports(date)) found.push({ kind: "date", text: slice(date), start: date.start })
  }
  let next = 0
  for (const number of numbersOf(text)) {
    yield
    while (next < dates.length && dates[next]!.end <= number.start) next += 1
    if (next < dates.length && dates[next]!.start < number.end) continue
    if (isPartOfWord(text, number.start) || supports(number)) continue
    found.push({ kind: "number", text: slice(number), start: number.start })
  }
  for (const match of own.matchAll(quoted)) {
    yield
    const name = match.slice(1).find((group) => group !== undefined)!
    if (!name.split(omission).every((part) => known.says(wordsOf(part))))
      found.push({ kind: "name", text: name.trim(), start: match.index })
  }
  found.sort((a, b) => a.start - b.start)
  return [...new Map(found.map(({ kind, text }) => [`${kind} ${text}`, { kind, text }])).values()]

  function slice({ start, end }: Figure): string {
    return answer.slice(start, end)
  }
}

/** Without those that stand in another: "March 2021" in "4 March 2021". */
function outermost(dates: readonly Figure[]): readonly Figure[] {
  const kept: Figure[] = []
  let end = 0
  for (const date of [...dates].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (date.end <= end) continue
    kept.push(date)
    end = date.end
  }
  return kept
}

interface Known {
  readonly figures: ReadonlySet<string>
  says(words: readonly string[]): boolean
}

function* knownOf(sources: Iterable<string>): Steps<Known> {
  const figures = new Set<string>()
  const pairs = new Set<string>()
  for (const source of sources) {
    const text = withPlainDigits(source)
    for (const { readings, scaled, parts } of numbersOf(text)) {
      // A source of 3 million is none of 3 billion.
      for (const value of scaled ?? readings) figures.add(value)
      for (const value of parts) figures.add(value)
    }
    yield
    for (const { readings } of datesOf(text))
      for (const date of readings.flatMap(impliedBy)) figures.add(date)
    yield
    const words = wordsOf(source)
    for (const number of numbersInWords(words)) figures.add(canonical(String(number)))
    for (const number of eastAsianNumbersOf(source)) figures.add(String(number))
    for (const [at, word] of words.entries()) {
      pairs.add(word)
      if (at > 0) pairs.add(`${words[at - 1]} ${word}`)
    }
    yield
  }
  const says = (words: readonly string[]) =>
    words.every((word, at) => pairs.has(at === 0 ? word : `${words[at - 1]} ${word}`))
  return { figures, says }
}

/** "Q3" and "B2B" are words, "EUR30" is none. */
function isPartOfWord(text: string, start: number): boolean {
  const before = /[\p{L}_]{1,5}$/u.exec(text.slice(Math.max(0, start - 5), start))?.[0]
  return before !== undefined && !currency.test(before)
}
