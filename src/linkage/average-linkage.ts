import { checkOptions } from "../runtime/check/options"
import { runStepsYielding, type Steps } from "../runtime/yield"
import { chainMerges, type FoundMerges } from "./chain"
import type { Distances } from "./distances/cosine-distances"
import { condense } from "./input"
import { type LinkageOptions, linkageChecks } from "./options"

/** A tree of clusters: leaf i is item i, merge k makes cluster n + k. */
export interface Dendrogram {
  /**
   * The n - 1 merges by rising height: the two clusters that become one, first the one that holds the smallest
   * leaf, and the average distance between their leaves.
   */
  readonly merges: readonly (readonly [left: number, right: number, height: number])[]
}

/**
 * Average linkage (UPGMA) by the nearest-neighbour chain (Murtagh 1983): O(n^2) time, and one float32 a pair
 * beside the distances, which are left as they are. Gives the event loop a turn every 15 ms or so.
 *
 * A square matrix of numbers is taken too: of its two entries for a pair the mean counts, and what is not finite
 * counts as the largest finite entry. Ties: of equally near clusters the one that holds the smallest leaf is
 * nearest; merges of equal height keep the order in which the chain, started at the smallest leaf, finds them.
 *
 * @throws InvalidArgumentError for a matrix that is not square; `signal.reason` when the signal aborts.
 */
export async function averageLinkage(
  distances: Distances | readonly ArrayLike<number>[],
  options?: LinkageOptions,
): Promise<Dendrogram> {
  const { signal } = checkOptions(options, linkageChecks, "options")
  return runStepsYielding(linkageSteps(distances), signal)
}

function* linkageSteps(distances: Distances | readonly ArrayLike<number>[]): Steps<Dendrogram> {
  const input: Distances = "condensed" in distances ? distances : yield* condense(distances)
  const found = yield* chainMerges(input)
  yield
  return { merges: relabel(found, input.count) }
}

/** Sorts by height and names clusters by merge. The sort is stable, so a cluster never precedes its parts. */
function relabel(found: FoundMerges, count: number): Dendrogram["merges"] {
  const { heights } = found
  const order = new Int32Array(heights.length).map((_, k) => k).sort((a, b) => heights[a]! - heights[b]!)
  // The cluster that now holds a row's leaf: rows are named by their smallest leaf, which never leaves them.
  const cluster = new Int32Array(count).map((_, i) => i)
  return Array.from(order, (from, merge) => {
    const kept = found.kept[from]!
    const pair = [cluster[kept]!, cluster[found.gone[from]!]!, found.heights[from]!] as const
    cluster[kept] = count + merge
    return pair
  })
}
