import type { Findings, UnreadDocument } from "../contracts"
import { nameOf } from "./finding-text"

/** More names than this say less than their number does. */
const mostNames = 200

/**
 * Lines about documents without an answer: those that could not be read, by name and reason, then those in which
 * nothing was found. Names that do not fit `maxTokens`, or are too many, become a count.
 */
export function remarkLines(
  nothingFound: readonly Findings[],
  unread: readonly UnreadDocument[],
  maxTokens: number,
  countTokens: (text: string) => number,
): readonly string[] {
  const lines: string[] = []
  let left = maxTokens
  const add = (items: readonly string[], heading: string) => {
    if (items.length === 0) return
    const line = `${heading} (${items.length}): ${items.join("; ")}`
    const tokens = items.length > mostNames ? Number.POSITIVE_INFINITY : countTokens(line)
    lines.push(tokens <= left ? line : `${heading}: ${items.length} documents.`)
    left -= Math.min(tokens, left)
  }
  add(
    unread.map(({ title, status, reason }) => `${nameOf(title)} [${status}: ${nameOf(reason).slice(0, 80)}]`),
    "Not read",
  )
  add(
    nothingFound.map(({ title }) => nameOf(title)),
    "Read, nothing found",
  )
  return lines
}
