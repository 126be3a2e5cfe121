import type { FoundRow, Quote } from "../../../contracts"
import { canonicalJSON } from "../../../runtime/canonical-json"

/** A row, and the call that reported it. */
export interface CalledRow {
  readonly row: FoundRow
  /** Of one document, from 0. */
  readonly call: number
}

/** Rows of the same values that are compared by place. */
const mostCompared = 50

/**
 * Each row once: two calls may read the same passage, so rows of equal values whose quotes overlap are one. What one call
 * reports twice are two, since a text may hold two things that look alike.
 */
export function distinctRows<Row extends CalledRow>(rows: readonly Row[]): readonly Row[] {
  const byValues = new Map<string, Row[]>()
  return rows.filter((row) => {
    const key = valuesKey(row.row)
    const same = byValues.get(key) ?? []
    const isKnown = same
      .slice(-mostCompared)
      .some((other) => other.call !== row.call && isSamePlace(quotesOf(other.row), quotesOf(row.row)))
    if (isKnown) return false
    byValues.set(key, [...same.slice(1 - mostCompared), row])
    return true
  })
}

/** Rows by where their first quote stands; one without a quote stays behind the row before it. */
export function inTextOrder(rows: readonly FoundRow[]): readonly FoundRow[] {
  let before = 0
  const placed = rows.map((row, index) => {
    const starts = quotesOf(row).map(({ start }) => start)
    before = starts.length === 0 ? before : starts.reduce((least, start) => Math.min(least, start))
    return { row, index, start: before }
  })
  return placed.sort((a, b) => a.start - b.start || a.index - b.index).map(({ row }) => row)
}

function quotesOf({ cells }: FoundRow): readonly Quote[] {
  return Object.values(cells).flatMap(({ quotes }) => quotes)
}

function valuesKey({ cells }: FoundRow): string {
  const found = Object.entries(cells).filter(([, { status }]) => status === "found")
  return canonicalJSON(Object.fromEntries(found.map(([name, { value }]) => [name, value]))) ?? ""
}

function isSamePlace(one: readonly Quote[], other: readonly Quote[]): boolean {
  if (one.length === 0 || other.length === 0) return true
  return one.some((a) => other.some((b) => a.start < b.end && b.start < a.end))
}
