/**
 * Reciprocal rank fusion (Cormack, Clarke and Buettcher 2009): each ranking gives its entry at rank r, from 1, a
 * score of 1 / (k + r). Entries are any numbers that name the same thing in every ranking; within one ranking the
 * first mention counts. Best first; ties keep the order of first mention, ranking by ranking.
 */
export function fuseRankings(
  rankings: readonly (readonly number[])[],
  k = 60,
): readonly { readonly index: number; readonly score: number }[] {
  const scores = new Map<number, number>()
  for (const ranking of rankings) {
    for (const [rank, index] of [...new Set(ranking)].entries()) {
      scores.set(index, (scores.get(index) ?? 0) + 1 / (k + rank + 1))
    }
  }
  // Sorting is stable, and a Map keeps the order of first mention.
  return [...scores]
    .map(([index, score]) => ({ index, score }))
    .sort((left, right) => right.score - left.score)
}
