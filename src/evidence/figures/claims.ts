import type { Steps } from "../../runtime/yield"
import { datesOf } from "./dates"
import { withPlainDigits } from "./digits"
import type { Figure } from "./figure"
import { wordsOf } from "./number-words"
import { numbersOf } from "./numbers"

/** What an answer says that its sources must say too. */
export type Claim = FigureClaim | NameClaim

interface ClaimHead {
  /** As the answer writes it. */
  readonly text: string
  readonly start: number
}
interface FigureClaim extends ClaimHead {
  readonly kind: "number" | "date"
  readonly figure: Figure
}
interface NameClaim extends ClaimHead {
  readonly kind: "name"
  /** The words of each of its parts: something may be left out between them. */
  readonly parts: readonly (readonly string[])[]
}

/** Citations, and the numbers of a list's lines. */
const ownNumbers = /\[\d+\]|^[ \t]*(?:[-*#>]{1,6}[ \t]+)?\(?\d{1,3}[.)](?=\s)/gm
const quoted =
  /"([^"\n]{2,200})"|\u201c([^\u201c\u201d\n]{2,200})\u201d|\u201e([^\u201e\u201c\u201d\n]{2,200})[\u201c\u201d]|\u00ab([^\u00ab\u00bb\n]{2,200})\u00bb|\u300c([^\u300c\u300d\n]{2,200})\u300d/g
const omission = /\.{3,}|\u2026|\[[^[\]]{0,20}\]/
const currency = /^[A-Z]{2,4}$/

/** Numbers, dates and quoted names of an answer, in its order; in steps, one of them at a time. */
export function* claimsOf(answer: string): Steps<readonly Claim[]> {
  const claims: Claim[] = []
  const own = answer.replace(ownNumbers, (number) => " ".repeat(number.length))
  const text = withPlainDigits(own)
  const claim = (kind: "number" | "date", figure: Figure) => {
    const { start, end } = figure
    claims.push({ kind, text: answer.slice(start, end), start, figure })
  }

  const dates = outermost([...datesOf(text)])
  for (const date of dates) claim("date", date)
  let next = 0
  for (const number of numbersOf(text)) {
    yield
    while (next < dates.length && dates[next]!.end <= number.start) next += 1
    if (next < dates.length && dates[next]!.start < number.end) continue
    if (!isPartOfWord(text, number.start)) claim("number", number)
  }
  for (const match of own.matchAll(quoted)) {
    yield
    const name = match.slice(1).find((group) => group !== undefined)!
    const parts = name.split(omission).map(wordsOf)
    claims.push({ kind: "name", text: name.trim(), start: match.index, parts })
  }
  return claims.sort((a, b) => a.start - b.start)
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

/** "Q3" and "B2B" are words, "EUR30" is none. */
function isPartOfWord(text: string, start: number): boolean {
  const before = /[\p{L}_]{1,5}$/u.exec(text.slice(Math.max(0, start - 5), start))?.[0]
  return before !== undefined && !currency.test(before)
}
