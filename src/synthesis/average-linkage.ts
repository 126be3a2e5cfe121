import { runStepsYielding, type Steps } from "../runtime/yield"
import { condense, copyPairs } from "./average-linkage-input"
import type { Distances } from "./distances"

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
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<Dendrogram> {
  return runStepsYielding(linkageSteps(distances), options.signal)
}

function* linkageSteps(distances: Distances | readonly ArrayLike<number>[]): Steps<Dendrogram> {
  const input: Distances = "condensed" in distances ? distances : yield* condense(distances)
  const found = yield* chainMerges(yield* copyPairs(input.condensed), input.count)
  return { merges: relabel(found, input.count) }
}

interface Found {
  /** Any leaf of either cluster, the smallest one. */
  readonly left: Int32Array
  readonly right: Int32Array
  readonly heights: Float32Array
}

/** The merges in the order the chain finds them. A cluster lives in the row of its smallest leaf. */
function* chainMerges(pairs: Float32Array, count: number): Steps<Found> {
  const mergeCount = Math.max(0, count - 1)
  const left = new Int32Array(mergeCount)
  const right = new Int32Array(mergeCount)
  const heights = new Float32Array(mergeCount)
  // pairs[rowStart[i] + j] is the distance of i < j.
  const rowStart = Float64Array.from({ length: count }, (_, i) => (i * (2 * count - i - 1)) / 2 - i - 1)
  const sizes = new Int32Array(count).fill(1)
  const active = Int32Array.from({ length: count }, (_, i) => i)
  let activeCount = count
  const chain = new Int32Array(count)
  let chainLength = 0

  for (let merge = 0; merge < mergeCount; merge++) {
    if (chainLength === 0) chain[chainLength++] = active[0]!
    for (;;) {
      const tip = chain[chainLength - 1]!
      const previous = chainLength > 1 ? chain[chainLength - 2]! : -1
      // Starting from the previous element makes it win ties: else equal distances could chase each other.
      let nearest = previous >= 0 ? previous : active[active[0] === tip ? 1 : 0]!
      let least = previous < 0 ? Infinity : pairs[pairIndex(rowStart, previous, tip)]!
      let at = 0
      for (; at < activeCount && active[at]! < tip; at++) {
        const other = active[at]!
        const distance = pairs[rowStart[other]! + tip]!
        if (distance < least) {
          least = distance
          nearest = other
        }
      }
      const start = rowStart[tip]!
      for (at++; at < activeCount; at++) {
        const distance = pairs[start + active[at]!]!
        if (distance < least) {
          least = distance
          nearest = active[at]!
        }
      }
      yield
      if (nearest === previous) {
        chainLength -= 2
        break
      }
      chain[chainLength++] = nearest
    }
    const x = chain[chainLength]!
    const y = chain[chainLength + 1]!
    const kept = Math.min(x, y)
    const gone = Math.max(x, y)
    left[merge] = kept
    right[merge] = gone
    heights[merge] = pairs[rowStart[kept]! + gone]!
    activeCount = remove(active, activeCount, gone)
    const keptSize = sizes[kept]!
    const goneSize = sizes[gone]!
    const size = keptSize + goneSize
    for (let at = 0; at < activeCount; at++) {
      const other = active[at]!
      if (other === kept) continue
      const target = pairIndex(rowStart, kept, other)
      pairs[target] = (keptSize * pairs[target]! + goneSize * pairs[pairIndex(rowStart, gone, other)]!) / size
    }
    sizes[kept] = size
    yield
  }
  return { left, right, heights }
}

function pairIndex(rowStart: Float64Array, a: number, b: number): number {
  return a < b ? rowStart[a]! + b : rowStart[b]! + a
}

function remove(active: Int32Array, activeCount: number, value: number): number {
  let low = 0
  let high = activeCount
  while (low < high) {
    const middle = (low + high) >> 1
    if (active[middle]! < value) low = middle + 1
    else high = middle
  }
  active.copyWithin(low, low + 1, activeCount)
  return activeCount - 1
}

/** Sorts by height and names clusters by merge. The sort is stable, so a cluster never precedes its parts. */
function relabel(found: Found, count: number): Dendrogram["merges"] {
  const order = Array.from(found.heights.keys()).sort((a, b) => found.heights[a]! - found.heights[b]!)
  // The cluster that now holds a row's leaf: rows are named by their smallest leaf, which never leaves them.
  const cluster = Int32Array.from({ length: count }, (_, i) => i)
  return order.map((from, merge) => {
    const kept = found.left[from]!
    const pair = [cluster[kept]!, cluster[found.right[from]!]!, found.heights[from]!] as const
    cluster[kept] = count + merge
    return pair
  })
}
