import { parseStrictly } from "../../../calls/json/parse"
import type { TableColumn } from "../../../contracts"
import { datesOf } from "../../../evidence/figures/dates"
import { withPlainDigits } from "../../../evidence/figures/digits"
import { numbersOf } from "../../../evidence/figures/numbers"

/** Longer texts are no number, date, choice or yes and no. UTF-16 units. */
const longestShort = 200

/**
 * A value of the column's type where what came means one beyond doubt: "3,000,000" is a number, "4 March 2021" a date.
 * What it can't tell comes back as it is, for the schema to refuse.
 */
export function coerce(value: unknown, { type, choices, schema }: TableColumn): unknown {
  switch (type) {
    case "number":
    case "integer":
      return typeof value === "string" ? (numberIn(value) ?? value) : value
    case "boolean":
      return typeof value === "string" ? (yesOrNo(value) ?? value) : value
    case "date":
      return typeof value === "string" ? (dateIn(value) ?? value) : value
    case "choice":
      return typeof value === "string" ? (choiceOf(value, choices ?? []) ?? value) : value
    case "text":
      return schema.type === "string" ? textFrom(value) : value
    case "list":
      return typeof value === "string" ? listFrom(value) : value
    case "object":
      return typeof value === "string" ? (parseStrictly(value)?.value ?? value) : value
  }
}

/** The one number of a text, with the scale behind it ("3 million") and its sign; undefined where it may be another. */
export function numberIn(text: string): number | undefined {
  if (text.length > longestShort) return undefined
  const plain = withPlainDigits(text.trim()).replace(/(?<=\d)'(?=\d)/g, "")
  const number = Number(plain)
  if (plain !== "" && Number.isFinite(number)) return number
  const figures = [...numbersOf(plain)]
  const [figure] = figures
  if (figures.length !== 1 || figure === undefined) return undefined
  const value = figure.scaled === undefined ? unscaled(figure.text) : Number(figure.scaled[0])
  if (value === undefined || !Number.isFinite(value)) return undefined
  const isNegative = /(?:^|[\s(])[-\u2212\u2013]\s?\p{Sc}?\s?$/u.test(plain.slice(0, figure.start))
  const inBrackets = /^\(\p{Sc}?[\d.,']+\)$/u.test(plain.replace(/\s/g, ""))
  return isNegative || inBrackets ? -value : value
}

/** A comma or point parts thousands where three digits follow it, but a point alone parts decimals. */
function unscaled(written: string): number | undefined {
  const mark = grouped.exec(written)?.[1]
  const isGrouped = mark !== undefined && !(mark === "." && /^\d{1,3}\.\d{3}$/.test(written))
  const plain = (isGrouped ? written.replaceAll(mark, "") : written).replace(",", ".")
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : undefined
}

const grouped = /^\d{1,3}([., ])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/

/** The one day of a text, as `2021-03-04`; undefined where it may be another. */
export function dateIn(text: string): string | undefined {
  if (text.length > longestShort) return undefined
  const iso = /^(\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d.*)?$/.exec(text.trim())?.[1]
  if (iso !== undefined) return iso
  const days = new Set<string>()
  for (const { readings } of datesOf(withPlainDigits(text))) {
    for (const reading of readings) if (/^\d{4}-\d\d-\d\d$/.test(reading)) days.add(reading)
  }
  return days.size === 1 ? [...days][0] : undefined
}

function yesOrNo(text: string): boolean | undefined {
  const word = text.length > longestShort ? "" : text.trim().toLowerCase()
  if (/^(?:yes|true|y|1)$/.test(word)) return true
  return /^(?:no|false|n|0)$/.test(word) ? false : undefined
}

/** The choice that a text is in another case, or with other marks. */
function choiceOf(text: string, choices: readonly string[]): string | undefined {
  if (choices.includes(text) || text.length > longestShort) return text
  const folded = (words: string) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim()
  const same = choices.filter((choice) => folded(choice) === folded(text))
  return same.length === 1 ? same[0] : undefined
}

function textFrom(value: unknown): unknown {
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join("; ")
  return typeof value === "string" ? value.trim() : value
}

function listFrom(text: string): unknown {
  const parsed = /^\s*\[/.test(text) ? parseStrictly(text)?.value : undefined
  if (Array.isArray(parsed)) return parsed
  const parts = text.split(/;|\n/).map((part) => part.trim())
  return parts.filter((part) => part !== "")
}
