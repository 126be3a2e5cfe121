import type { Figure } from "./figure"

/** Names of months, January first: English, German, French, Spanish, Italian, Portuguese, Dutch, Turkish, Arabic. */
const names: readonly string[] = [
  "january|jan|januar|j\u00e4nner|janvier|enero|ene|gennaio|janeiro|januari|ocak|\u064a\u0646\u0627\u064a\u0631",
  "february|feb|februar|f\u00e9vrier|febrero|febbraio|fevereiro|februari|\u015fubat|\u0641\u0628\u0631\u0627\u064a\u0631",
  "march|mar|m\u00e4rz|mars|marzo|mar\u00e7o|maart|mart|\u0645\u0627\u0631\u0633",
  "april|apr|avril|abril|abr|aprile|nisan|\u0623\u0628\u0631\u064a\u0644",
  "may|mai|mayo|maggio|maio|mei|may\u0131s|\u0645\u0627\u064a\u0648",
  "june|jun|juni|juin|junio|giugno|junho|haziran|\u064a\u0648\u0646\u064a\u0648",
  "july|jul|juli|juillet|julio|luglio|julho|temmuz|\u064a\u0648\u0644\u064a\u0648",
  "august|aug|ao\u00fbt|agosto|augustus|a\u011fustos|\u0623\u063a\u0633\u0637\u0633",
  "september|sept|sep|septembre|septiembre|settembre|setembro|eyl\u00fcl|\u0633\u0628\u062a\u0645\u0628\u0631",
  "october|oct|oktober|okt|octobre|octubre|ottobre|outubro|ekim|\u0623\u0643\u062a\u0648\u0628\u0631",
  "november|nov|novembre|noviembre|novembro|kas\u0131m|\u0646\u0648\u0641\u0645\u0628\u0631",
  "december|dec|dezember|dez|d\u00e9cembre|diciembre|dic|dicembre|dezembro|aral\u0131k|\u062f\u064a\u0633\u0645\u0628\u0631",
]
const numbers = new Map(
  names.flatMap((list, index) => list.split("|").map((name) => [name, index + 1] as const)),
)
const month = `(?<![\\p{L}])(${[...numbers.keys()].sort((a, b) => b.length - a.length).join("|")})(?![\\p{L}])\\.?`
/** Filings that were typeset have a gap in many of them: "14t h". */
const ordinal = "s ?t|n ?d|r ?d|t ?h"
const dayFirst = new RegExp(
  `(?<!\\d)(\\d{1,2})(?:${ordinal}|er|\\u00ba|\\.)?(?:\\s{1,3}day)?(?:\\s{1,3}(?:of|de))?\\s{1,3}${month}(?:,?\\s{1,3}(?:de\\s|of\\s|del\\s)?(\\d{4})(?!\\d))?`,
  "giu",
)
const monthFirst = new RegExp(
  `${month}\\s{1,3}(?:(\\d{1,2})(?:${ordinal})?(?!\\d)(?:,?\\s{1,3}(\\d{4})(?!\\d))?|(?:de\\s|of\\s)?(\\d{4})(?!\\d))`,
  "giu",
)
const yearFirst = /(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/g
const yearLast = /(?<![\d.,])(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?![\d])/g
const eastAsian =
  /(?:(?<!\d)(\d{4})\s?[\u5e74\ub144]\s?)?(?<!\d)(\d{1,2})\s?[\u6708\uc6d4](?:\s?(\d{1,2})\s?[\u65e5\u53f7\u865f\uc77c])?/g

interface CalendarDate {
  readonly year?: number | undefined
  readonly month: number
  readonly day?: number | undefined
}

/** The dates of a text in plain digits; a date that two forms match comes twice. */
export function* datesOf(text: string): Generator<Figure, void> {
  // Every form has a digit, and looking for names of months takes far longer than for one.
  if (!/\d/.test(text)) return
  for (const match of text.matchAll(dayFirst)) {
    const [, day, name = "", year] = match
    if (isMonth(name)) yield* figure(match, [{ year: whole(year), month: monthOf(name), day: whole(day) }])
  }
  for (const match of text.matchAll(monthFirst)) {
    const [, name = "", day, year, only] = match
    if (isMonth(name))
      yield* figure(match, [{ year: whole(year ?? only), month: monthOf(name), day: whole(day) }])
  }
  for (const match of text.matchAll(yearFirst)) {
    const [, year, , month, day] = match
    yield* figure(match, [{ year: whole(year), month: Number(month), day: whole(day) }])
  }
  for (const match of text.matchAll(yearLast)) {
    const [, one, , other, year = ""] = match
    const years = year.length === 4 ? [Number(year)] : [2000 + Number(year), 1900 + Number(year)]
    // Day or month first: the text does not say.
    const dates = years.flatMap((year) => [
      { year, month: Number(other), day: Number(one) },
      { year, month: Number(one), day: Number(other) },
    ])
    yield* figure(match, dates)
  }
  for (const match of text.matchAll(eastAsian)) {
    const [, year, month, day] = match
    if (year !== undefined || day !== undefined)
      yield* figure(match, [{ year: whole(year), month: Number(month), day: whole(day) }])
  }
}

/** What a text that names this date supports, the narrower ones of it included. */
export function impliedBy(reading: string): readonly string[] {
  return /^\d{4}-\d\d-\d\d$/.test(reading)
    ? [reading, reading.slice(0, 7), `-${reading.slice(4)}`]
    : [reading]
}

function* figure(match: RegExpExecArray, dates: readonly CalendarDate[]): Generator<Figure, void> {
  const valid = dates.filter(({ month, day = 1 }) => month >= 1 && month <= 12 && day >= 1 && day <= 31)
  if (valid.length === 0) return
  const [text] = match
  const [{ year, month, day }] = valid as [CalendarDate]
  const parts = year === undefined || day === undefined ? [] : [`--${two(month)}-${two(day)}`, String(year)]
  yield { text, start: match.index, end: match.index + text.length, readings: valid.map(readingOf), parts }
}

function readingOf({ year, month, day }: CalendarDate): string {
  const rest = day === undefined ? two(month) : `${two(month)}-${two(day)}`
  return year === undefined ? `--${rest}` : `${year}-${rest}`
}

/** "may" and "march" are verbs too. */
function isMonth(name: string): boolean {
  return name !== "may" && name !== "march"
}

const monthOf = (name: string): number => numbers.get(name.toLowerCase())!
const whole = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits)
const two = (number: number): string => String(number).padStart(2, "0")
