import type { Passage } from "../contracts"
import { joinSlices } from "../evidence/slices"

/** Passages that overlap or touch become one, at the place of the better one. */
export function joinOverlapping(passages: readonly Passage[]): readonly Passage[] {
  const byStart = passages
    .map((passage, rank) => ({ passage, rank }))
    .sort((a, b) => a.passage.start - b.passage.start || a.rank - b.rank)
  const joined: { passage: Passage; rank: number }[] = []
  for (const next of byStart) {
    const last = joined.at(-1)
    if (last === undefined || next.passage.start > last.passage.end) {
      joined.push(next)
      continue
    }
    const { passage } = last
    joined[joined.length - 1] = {
      rank: Math.min(last.rank, next.rank),
      passage: {
        ...passage,
        text: joinSlices([passage, next.passage]),
        end: Math.max(passage.end, next.passage.end),
        score: Math.max(passage.score, next.passage.score),
      },
    }
  }
  return joined.sort((a, b) => a.rank - b.rank).map(({ passage }) => passage)
}
