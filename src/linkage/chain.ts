import type { Steps } from "../runtime/yield"
import { initialClusters, join, nearestOf } from "./clusters"
import type { Distances } from "./distances/cosine-distances"

/** Merges in the order the chain finds them; a cluster is named by its smallest leaf. */
export interface FoundMerges {
  /** The smallest leaf of the one cluster, and of both together. */
  readonly kept: Int32Array
  /** The smallest leaf of the other. */
  readonly gone: Int32Array
  readonly heights: Float32Array
}

/**
 * From any cluster the chain steps to its nearest, and from there to that one's nearest, until two are each other's
 * nearest: these merge. The chain before them stays valid, since an average is never nearer than its nearer part.
 */
export function* chainMerges(distances: Distances): Steps<FoundMerges> {
  const { count } = distances
  const mergeCount = Math.max(0, count - 1)
  const kept = new Int32Array(mergeCount)
  const gone = new Int32Array(mergeCount)
  const heights = new Float32Array(mergeCount)
  const clusters = yield* initialClusters(distances)
  const chain = new Int32Array(count)
  /** From a cluster of the chain to the next one. */
  const distance = new Float32Array(count)
  let length = 0
  for (let merge = 0; merge < mergeCount; merge++) {
    if (length === 0) chain[length++] = 0
    for (;;) {
      const found = nearestOf(clusters, chain[length - 1]!)
      yield
      // Equal distances count as each other's nearest too, else they could chase each other for ever.
      if (length > 1 && !(found.distance < distance[length - 2]!)) break
      distance[length - 1] = found.distance
      chain[length++] = found.nearest
    }
    length -= 2
    const [x, y] = [chain[length]!, chain[length + 1]!]
    kept[merge] = Math.min(x, y)
    gone[merge] = Math.max(x, y)
    heights[merge] = distance[length]!
    join(clusters, kept[merge]!, gone[merge]!)
    yield
  }
  return { kept, gone, heights }
}
