import type { Figure } from "./figure"

export interface NumberFigure extends Figure {
  /** What it means with the word behind it ("3 million"); undefined where there is none, or it may be a unit. */
  readonly scaled: readonly string[] | undefined
}

const run = /\d+(?:[.,:']\d+)*(?:(?: \d{3}(?!\d))+(?:[.,]\d+)?)?/g
const scale =
  /(?:thousand|tausend|mille|mil|bin|k|million(?:s|en)?|millones|milyon|mio|mln|mn|m|billions?|milliarden?|mrd|bn|b|milyar|trillions?|tn|lakh|crore)(?![\p{L}])|[\u842c\u4e07\u5104\u4ebf]/iuy
const percent = /(?:%|percent|per cent|prozent|pour cent|por ciento)/iy
const powers: readonly (readonly [RegExp, number])[] = [
  [/^(?:th|ta|mille$|mil$|bin|k)/, 3],
  [/^(?:m$|mn|mio|mln|million|millones|milyon)/, 6],
  [/^(?:b|milliard|mrd|milyar)/, 9],
  [/^t(?:r|n)/, 12],
  [/^(?:\u842c|\u4e07)/, 4],
  [/^(?:\u5104|\u4ebf)/, 8],
  [/^lakh/, 5],
  [/^crore/, 7],
]

/** The numbers of a text in plain digits, in order. Signs are left aside. */
export function* numbersOf(text: string): Generator<NumberFigure, void> {
  for (const match of text.matchAll(run)) {
    const [written] = match
    const start = match.index
    const end = start + written.length
    const plain = readings(written)
    const { places, isWord } = placesAt(text, end)
    yield {
      text: written,
      start,
      end,
      readings: places === 0 ? plain : [...plain.map((value) => shifted(value, places)), ...plain],
      scaled: isWord ? plain.map((value) => shifted(value, places)) : undefined,
      parts: isList(written) ? written.split(/[^\d]/).map(canonical) : [],
    }
  }
}

/** Thousands, or as in India hundreds above the first thousand. */
const grouped = /^(?:\d{1,3}(?:[.,]\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})$/

/** "10:30", "2019 300" and "4.2.1" may be several numbers; "3,000,000" and "30,00,000" are one. */
function isList(written: string): boolean {
  return /[ :]/.test(written) || (/[.,]\d+[.,]/.test(written) && !grouped.test(written))
}

/** A point or comma may part thousands or decimals: both are kept where both make sense. */
function readings(written: string): readonly string[] {
  const text = written.replace(/[' ]/g, "")
  if (text.includes(":")) return [text.split(":").map(canonical).join(":"), ...afternoon(text)]
  const marks = text.replace(/\d/g, "")
  if (marks === "") return [canonical(text)]
  const last = marks.charAt(marks.length - 1)
  const at = text.lastIndexOf(last)
  const decimal = canonical(`${text.slice(0, at).replace(/[.,]/g, "")}.${text.slice(at + 1)}`)
  const whole = canonical(text.replace(/[.,]/g, ""))
  if (marks.length === 1) return /^\d{1,3}.\d{3}$/.test(text) ? [decimal, whole] : [decimal]
  // Marks of one kind part thousands, or the numbers of a section.
  if (marks === last.repeat(marks.length)) return [whole, text]
  return [decimal]
}

function afternoon(time: string): readonly string[] {
  const [hours = "", minutes = ""] = time.split(":")
  return Number(hours) < 12 ? [`${Number(hours) + 12}:${canonical(minutes)}`] : []
}

/** By how many places the word behind a number moves its point; letters such as "m" are units too. */
function placesAt(text: string, end: number): { readonly places: number; readonly isWord: boolean } {
  let at = end
  while (at < end + 2 && /[\s'-]/.test(text.charAt(at))) at += 1
  percent.lastIndex = at
  if (percent.test(text)) return { places: -2, isWord: false }
  scale.lastIndex = at
  const word = scale.exec(text)?.[0].toLowerCase() ?? ""
  const places = powers.find(([pattern]) => pattern.test(word))?.[1] ?? 0
  return { places, isWord: places > 0 && (word.length > 1 || word > "z") }
}

/** The decimal with its point moved. */
function shifted(value: string, places: number): string {
  const [whole = "0", fraction = ""] = value.split(".")
  const digits =
    places < 0 ? whole.padStart(1 - places, "0") + fraction : whole + fraction.padEnd(places, "0")
  const point = places < 0 ? Math.max(1 - places, whole.length) + places : whole.length + places
  return canonical(`${digits.slice(0, point)}.${digits.slice(point)}`)
}

/** Without leading zeros, and without zeros at the end of a fraction. */
export function canonical(decimal: string): string {
  const [whole = "", fraction = ""] = decimal.split(".")
  let from = 0
  while (from < whole.length - 1 && whole.charAt(from) === "0") from += 1
  let to = fraction.length
  while (to > 0 && fraction.charAt(to - 1) === "0") to -= 1
  const integer = whole.slice(from) || "0"
  return to === 0 ? integer : `${integer}.${fraction.slice(0, to)}`
}
