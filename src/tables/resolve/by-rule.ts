import { dateIn, numberIn } from "../read/cells/coerce"
import { normalText } from "./normal-value"

/** A value of a column, and the rows that have it. */
export interface CountedValue {
  readonly value: string
  readonly count: number
}

/** Values that mean the same, the one that stands for all of them first. */
export type ValueGroup = readonly [CountedValue, ...CountedValue[]]

/**
 * Values that rules tell to be the same: texts that differ in writing alone, dates in any form, numbers with scales and
 * separators in the same unit. The most frequent one stands for all, of those the first.
 */
export function groupsByRule(values: readonly CountedValue[]): readonly ValueGroup[] {
  const groups = new Map<string, [CountedValue, ...CountedValue[]]>()
  for (const value of values) {
    const key = keyOf(value.value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return [...groups.values()].map(withLeader)
}

/** The group with its most frequent value in front. */
export function withLeader(group: ValueGroup): ValueGroup {
  const leader = group.reduce((best, value) => (value.count > best.count ? value : best))
  return [leader, ...group.filter((value) => value !== leader)]
}

function keyOf(text: string): string {
  const date = isDateAlone(text) ? dateIn(text) : undefined
  if (date !== undefined) return `date ${date}`
  const number = numberIn(text)
  return number === undefined ? `text ${normalText(text)}` : `number ${number} ${unitOf(text)}`
}

/** "signed on 4 March 2021" says more than a date. */
function isDateAlone(text: string): boolean {
  const words = text.replace(/\d{1,2}(?:st|nd|rd|th)\b/gi, "").match(/\p{L}{2,}/gu) ?? []
  return words.length <= 1
}

/** Words that `numberIn` counts into the number. */
const scales = /(?<!\p{L})(?:thousand|million|billion|trillion|mio|mrd|mln|bn|mn)(?!\p{L})\.?/giu

/** The words and signs beside a number. */
function unitOf(text: string): string {
  const beside = text
    .normalize("NFKC")
    .replace(/[\d.,'\s()-]+/g, " ")
    .replace(scales, " ")
  return beside.toLowerCase().replace(/\s+/g, " ").trim()
}
