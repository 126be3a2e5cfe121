import { InvalidOutputError } from "../errors"

/** @throws InvalidOutputError for an index that is unknown or repeated, or a score that is no number */
export function checkRanking(
  ranking: readonly { index: number; score: number }[],
  count: number,
  modelId: string,
): void {
  const seen = new Set<number>()
  if (!Array.isArray(ranking)) {
    throw new InvalidOutputError(`Reranker ${modelId} returned no ranking.`, { reason: "malformed" })
  }
  for (const { index, score } of ranking) {
    if (
      !Number.isInteger(index) ||
      index < 0 ||
      index >= count ||
      seen.has(index) ||
      !Number.isFinite(score)
    ) {
      throw new InvalidOutputError(
        `Reranker ${modelId} ranked index ${index} with score ${score}; expected each of 0 to ${count - 1} at most once, with finite scores.`,
        { reason: "malformed" },
      )
    }
    seen.add(index)
  }
}
