import type { DocumentRead } from "../../agent/read-document"
import { usableTokens, windowTooSmall } from "../../calls/window"
import type { Chunk } from "../../contracts"

/** Tokens of a part where documents are not shown whole. */
const defaultPartTokens = 8_000
/** A part below this is not worth its rules. */
const leastTokens = 300
/** Tokens around the passages: title, frames, and what tokenizers count differently at the joints. */
const frameTokens = 600
/** A chunk up to this share of a part stands in the next part too, so that a row across the border is whole in one. */
const sharedShare = 0.25

/**
 * Tokens of a document that one part may show.
 *
 * @param ruleTokens of the rules and what is asked
 * @throws InvalidArgumentError for a window that leaves no room
 */
export function partTokens(
  { llm, settings, reservedTokens = 0 }: Pick<DocumentRead, "llm" | "settings" | "reservedTokens">,
  ruleTokens: number,
): number {
  const room = usableTokens(llm) - settings.maxOutputTokens - reservedTokens - ruleTokens - frameTokens
  if (room < leastTokens) {
    throw windowTooSmall(llm, leastTokens - room, "these columns")
  }
  return Math.min(room, settings.readWholeTokens > 0 ? settings.readWholeTokens : defaultPartTokens)
}

/**
 * A document in text order, in parts that a reply can cover whole: what is asked of every part of it can't be left to what
 * a search finds.
 *
 * @param most tokens of a part; a chunk that has more is a part of its own
 */
export function partsOf(chunks: readonly Chunk[], most: number): readonly (readonly Chunk[])[] {
  const parts: Chunk[][] = []
  let part: Chunk[] = []
  let tokens = 0
  for (const chunk of chunks) {
    if (part.length > 0 && tokens + chunk.tokens > most) {
      parts.push(part)
      const last = part.at(-1)!
      const isShared =
        part.length > 1 && last.tokens <= most * sharedShare && last.tokens + chunk.tokens <= most
      part = isShared ? [last] : []
      tokens = isShared ? last.tokens : 0
    }
    part.push(chunk)
    tokens += chunk.tokens
  }
  if (part.length > 0) parts.push(part)
  return parts
}
