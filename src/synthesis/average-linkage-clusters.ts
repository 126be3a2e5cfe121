import type { Steps } from "../runtime/yield"
import type { Distances } from "./distances"

/**
 * Clusters on their way to one. A cluster has the row and the column of its smallest leaf. The nearest cluster of
 * each is remembered: it stays the nearest until it is merged itself, since an average is never nearer than the
 * nearer of its parts.
 */
export interface Clusters {
  /**
   * The distance of i < j is at `rowOffset[i] + columnOffset[j]`: squares of 32 by 32, one page of memory each,
   * since a walk down a column of a plain triangle would meet another page at every step.
   */
  readonly pairs: Float32Array
  readonly rowOffset: Int32Array | Float64Array
  readonly columnOffset: Int32Array
  readonly sizes: Int32Array
  /** Ascending; the first `activeCount` count. */
  readonly active: Int32Array
  activeCount: number
  /** Of equally near clusters the one with the smallest leaf; -1 where it has to be looked for. */
  readonly nearest: Int32Array
  readonly nearestDistance: Float32Array
}

/** Every leaf alone, with its nearest, found in one walk along the rows. */
export function* initialClusters({ count, condensed }: Distances): Steps<Clusters> {
  const wide = Math.ceil(count / 32)
  const columnOffset = new Int32Array(count)
  // Positions of more rows than these leave 32 bits.
  const rowOffset = count < 65_000 ? new Int32Array(count) : new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const tile = i >> 5
    columnOffset[i] = (tile << 10) + (i & 31)
    rowOffset[i] = (tile * wide - (tile * (tile + 1)) / 2) * 1024 + ((i & 31) << 5)
  }
  const clusters: Clusters = {
    pairs: new Float32Array(((wide * (wide + 1)) / 2) * 1024),
    rowOffset,
    columnOffset,
    sizes: new Int32Array(count).fill(1),
    active: new Int32Array(count).map((_, i) => i),
    activeCount: count,
    nearest: new Int32Array(count).fill(-1),
    nearestDistance: new Float32Array(count).fill(Infinity),
  }
  for (let i = 0, from = 0; i < count; from += count - 1 - i, i++) {
    takeRow(clusters, condensed.subarray(from, from + count - 1 - i), i)
    yield
  }
  return clusters
}

function takeRow(clusters: Clusters, row: Float32Array, i: number): void {
  const { pairs, columnOffset, nearest, nearestDistance } = clusters
  const start = clusters.rowOffset[i]!
  let least = nearestDistance[i]!
  for (let at = 0; at < row.length; at++) {
    const j = i + 1 + at
    const distance = row[at]!
    pairs[start + columnOffset[j]!] = distance
    if (distance < nearestDistance[j]!) {
      nearestDistance[j] = distance
      nearest[j] = i
    }
    if (distance < least) {
      least = distance
      nearest[i] = j
    }
  }
  nearestDistance[i] = least
}

/** The nearest cluster of `tip`, looked for only where it is not known. */
export function nearestOf(clusters: Clusters, tip: number): number {
  const { pairs, rowOffset, columnOffset, active, activeCount, nearest, nearestDistance } = clusters
  if (nearest[tip]! >= 0) return nearest[tip]!
  let found = active[active[0] === tip ? 1 : 0]!
  let least = Infinity
  let at = 0
  const column = columnOffset[tip]!
  for (; active[at]! < tip; at++) {
    const distance = pairs[rowOffset[active[at]!]! + column]!
    if (distance < least) {
      least = distance
      found = active[at]!
    }
  }
  const start = rowOffset[tip]!
  for (at++; at < activeCount; at++) {
    const distance = pairs[start + columnOffset[active[at]!]!]!
    if (distance < least) {
      least = distance
      found = active[at]!
    }
  }
  nearest[tip] = found
  nearestDistance[tip] = least
  return found
}

/** Makes one cluster of two, `kept < gone`, in the place of `kept`: Lance and Williams's update for averages. */
export function join(clusters: Clusters, kept: number, gone: number): void {
  const { pairs, rowOffset, columnOffset, sizes, active, nearest, nearestDistance } = clusters
  const size = sizes[kept]! + sizes[gone]!
  const keptShare = sizes[kept]! / size
  const goneShare = sizes[gone]! / size
  const [keptRow, keptColumn] = [rowOffset[kept]!, columnOffset[kept]!]
  const [goneRow, goneColumn] = [rowOffset[gone]!, columnOffset[gone]!]
  sizes[kept] = size
  nearest[kept] = -1
  remove(clusters, gone)
  let found = -1
  let least = Infinity
  for (let at = 0; at < clusters.activeCount; at++) {
    const other = active[at]!
    if (other === kept) continue
    const row = rowOffset[other]!
    const column = columnOffset[other]!
    const target = other < kept ? row + keptColumn : keptRow + column
    const source = other < gone ? row + goneColumn : goneRow + column
    const a = pairs[target]!
    const b = pairs[source]!
    // Equal distances stay as they are, to the bit.
    const distance = a === b ? a : Math.fround(keptShare * a + goneShare * b)
    pairs[target] = distance
    if (distance < least) {
      least = distance
      found = other
    }
    const before = nearest[other]!
    if (distance <= nearestDistance[other]! && kept <= before) nearest[other] = kept
    else if (before === kept || before === gone) nearest[other] = -1
  }
  nearest[kept] = found
  nearestDistance[kept] = least
}

function remove(clusters: Clusters, value: number): void {
  const { active, activeCount } = clusters
  let low = 0
  let high = activeCount
  while (low < high) {
    const middle = (low + high) >> 1
    if (active[middle]! < value) low = middle + 1
    else high = middle
  }
  active.copyWithin(low, low + 1, activeCount)
  clusters.activeCount = activeCount - 1
}
