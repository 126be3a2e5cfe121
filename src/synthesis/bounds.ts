/** Rounds that merging n texts takes at most, where each leaves at most two thirds of them. */
export function shrinkingRounds(count: number): number {
  return count <= 1 ? 1 : Math.ceil(Math.log(count) / Math.log(1.5)) + 1
}

/** Rounds for n texts at most: merging before and after the one condensing round, and the last call. */
export function maxRounds(count: number): number {
  return 2 * shrinkingRounds(count) + 2
}

/**
 * Calls for n texts at most: each merge leaves one text fewer, each text is condensed once at most, and each call
 * may be asked for once more. A merge that fails, and one whose window turns out smaller than declared, come on top.
 */
export function maxMergeCalls(count: number): number {
  return 2 * (2 * count + 1)
}
