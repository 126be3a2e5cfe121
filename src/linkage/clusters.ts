import type { Steps } from "../runtime/yield"
import type { Distances } from "./distances/cosine-distances"
import type { PairMatrix } from "./matrix"
import { createPlainPairMatrix } from "./matrix/plain"
import { createSimdPairMatrix } from "./matrix/simd"

/**
 * Rows kept at hand. Most rows asked for are those of the chain's last clusters: with 16 slots about a third of
 * the rows come from the matrix, with 128 hardly fewer.
 */
const slotCount = 16

/**
 * Up to so many items plain JavaScript takes some 10 ms. A new memory for WebAssembly can take more: it waits while a
 * large one is being freed.
 */
const mostPlainItems = 512

/** Clusters on their way to one. A cluster is named by its smallest leaf, and has the row of that leaf. */
export interface Clusters {
  readonly matrix: PairMatrix
  readonly sizes: Int32Array
  /** The cluster whose row a slot holds; -1 for none. */
  readonly holders: Int32Array
  /** The slots, the one asked for longest ago first. */
  readonly byUse: number[]
}

/** Every leaf alone. */
export function* initialClusters({ count, condensed }: Distances): Steps<Clusters> {
  const simd = count > mostPlainItems ? createSimdPairMatrix(count, slotCount) : undefined
  const matrix = simd ?? createPlainPairMatrix(count, slotCount)
  for (let i = 0, from = 0; i < count; from += count - 1 - i, i++) {
    matrix.fill(i, condensed.subarray(from, from + count - 1 - i))
    yield
  }
  return {
    matrix,
    sizes: new Int32Array(count).fill(1),
    holders: new Int32Array(slotCount).fill(-1),
    byUse: Array.from({ length: slotCount }, (_, slot) => slot),
  }
}

/** The nearest other cluster, of equally near ones the one with the smallest leaf. */
export function nearestOf(
  clusters: Clusters,
  cluster: number,
): { readonly nearest: number; readonly distance: number } {
  const slot = slotOf(clusters, cluster)
  const nearest = clusters.matrix.nearest(slot)
  return { nearest, distance: clusters.matrix.slots[slot]![nearest]! }
}

/** Makes one cluster of two, `kept < gone`, in the place of `kept`: Lance and Williams's update for averages. */
export function join(clusters: Clusters, kept: number, gone: number): void {
  const { matrix, sizes, holders } = clusters
  const size = sizes[kept]! + sizes[gone]!
  const [keptSlot, goneSlot] = [slotOf(clusters, kept), slotOf(clusters, gone)]
  matrix.blend(keptSlot, goneSlot, sizes[kept]! / size, sizes[gone]! / size)
  sizes[kept] = size
  const row = matrix.slots[keptSlot]!
  row[kept] = Infinity
  row[gone] = Infinity
  matrix.drop(gone)
  matrix.scatter(kept, keptSlot)
  holders[goneSlot] = -1
  matrix.slots.forEach((other, slot) => {
    if (slot === keptSlot || holders[slot]! < 0) return
    other[kept] = row[holders[slot]!]!
    other[gone] = Infinity
  })
}

/** The slot that holds the cluster's row. The slot of the call before stays as it is. */
function slotOf({ matrix, holders, byUse }: Clusters, cluster: number): number {
  const held = holders.indexOf(cluster)
  const slot = held < 0 ? byUse[0]! : held
  byUse.splice(byUse.indexOf(slot), 1)
  byUse.push(slot)
  if (held < 0) {
    matrix.gather(cluster, slot)
    holders[slot] = cluster
  }
  return slot
}
