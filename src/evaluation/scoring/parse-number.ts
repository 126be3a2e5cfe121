import { stripMarkers } from "./normalize"

export interface ParsedNumber {
  /** As written: commas removed, parentheses or a minus sign negative. */
  readonly written: number
  /** What a following "thousand", "million" or "billion" multiplies it with; 1 without one. */
  readonly unit: number
  readonly start: number
}

const units: Readonly<Record<string, number>> = { thousand: 1e3, k: 1e3, million: 1e6, m: 1e6, billion: 1e9 }
const countWords = "zero one two three four five six seven eight nine ten eleven twelve".split(" ")

const numberPattern =
  /(?<![\w.])(?<open>\(?)(?<minus>[-\u2212\u2013]?)\s?(?:US)?\$?\s?(?<open2>\(?)(?<minus2>[-\u2212\u2013]?)(?<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?<close>\)?)(?:\s*\(?(?:in\s+)?(?<unit>thousand|million|billion|k|m)s?\b)?/gi

/**
 * Numbers of a text with their units, in order; dates, years, form names such as `10-K`, list numbers and evidence
 * markers are none. Counts of zero to twelve may be words.
 */
export function parseNumbers(text: string): readonly ParsedNumber[] {
  const blank = (part: string) => " ".repeat(part.length)
  const clean = stripMarkers(text)
    .replace(/\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2},?\s+\d{4}/gi, blank)
    .replace(/\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b|\b\d{4}-\d{2}-\d{2}\b/g, blank)
    .replace(/\b(?:10|8|20)-?[KQF]\b/g, blank)
    .replace(/(?<![\d,.$])\b(?:19|20)\d{2}\b(?![\d,.]\d)/g, blank)
    .replace(/^[ \t]*\d{1,2}[.)]\s/gm, blank)
    .replace(/\b\d+(?:st|nd|rd|th)\b/gi, blank)
  const found = [...clean.matchAll(numberPattern)].map((match) => toNumber(match))
  const words = [...clean.matchAll(new RegExp(`\\b(?:${countWords.join("|")})\\b`, "gi"))].map((match) => ({
    written: countWords.indexOf(match[0].toLowerCase()),
    unit: 1,
    start: match.index,
  }))
  return [...found, ...words].sort((a, b) => a.start - b.start)
}

function toNumber(match: RegExpExecArray): ParsedNumber {
  const groups = match.groups as Record<string, string | undefined>
  const inParentheses = (groups.open || groups.open2) && groups.close
  const isNegative = Boolean(groups.minus || groups.minus2 || inParentheses)
  const size = Number((groups.digits as string).replaceAll(",", ""))
  const unit = units[(groups.unit ?? "").toLowerCase()] ?? 1
  return { written: isNegative ? -size : size, unit, start: match.index }
}

/** The number that a text as a whole is, such as `$(3,121) in thousands` or `3 companies`; else undefined. */
export function parseWholeNumber(text: string): ParsedNumber | undefined {
  const whole =
    /^[-(]?\$?\s?[-(]?(?:\d[\d,]*(?:\.\d+)?|[.,]\d+)\)?\s{0,3}(?:\(?\s?(?:in\s{1,3})?(?:thousands?|millions?)\)?|companies|company|shares)?\s?\.?$/i
  return whole.test(text.trim()) ? parseNumbers(text)[0] : undefined
}
