/** Counts and shares of a predicted set against a gold set. */
export interface SetScore {
  readonly truePositives: number
  readonly falsePositives: number
  readonly falseNegatives: number
  /** 1 where nothing was predicted and nothing was to be found; 0 where only one of both. */
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/** How two sets of labels agree; each label counts once. */
export function scoreSets(gold: readonly string[], predicted: readonly string[]): SetScore {
  const goldSet = new Set(gold)
  const predictedSet = new Set(predicted)
  const truePositives = [...predictedSet].filter((item) => goldSet.has(item)).length
  return setScore(truePositives, predictedSet.size - truePositives, goldSet.size - truePositives)
}

/** The micro average: counts of all rows added, then the shares. */
export function addSetScores(scores: readonly SetScore[]): SetScore {
  const sum = (field: "truePositives" | "falsePositives" | "falseNegatives") =>
    scores.reduce((total, score) => total + score[field], 0)
  return setScore(sum("truePositives"), sum("falsePositives"), sum("falseNegatives"))
}

function setScore(truePositives: number, falsePositives: number, falseNegatives: number): SetScore {
  const isEmpty = truePositives + falsePositives + falseNegatives === 0
  const share = (of: number) => (of === 0 ? (isEmpty ? 1 : 0) : truePositives / of)
  return {
    truePositives,
    falsePositives,
    falseNegatives,
    precision: share(truePositives + falsePositives),
    recall: share(truePositives + falseNegatives),
    f1: isEmpty ? 1 : (2 * truePositives) / (2 * truePositives + falsePositives + falseNegatives),
  }
}

/** Length of the longest run of neighbours that both lists hold in the same order. */
export function longestCommonRun(a: readonly string[], b: readonly string[]): number {
  let longest = 0
  let previous: readonly number[] = []
  for (const left of a) {
    const row = b.map((right, j) => (left === right ? (previous[j - 1] ?? 0) + 1 : 0))
    longest = row.reduce((most, length) => Math.max(most, length), longest)
    previous = row
  }
  return longest
}
