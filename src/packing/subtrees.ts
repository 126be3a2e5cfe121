import { InvalidArgumentError } from "../errors"
import type { Dendrogram } from "../linkage/average-linkage"

/** A dendrogram with what is under each of its clusters, leaves first. */
export interface SizedTree {
  readonly leafCount: number
  readonly merges: Dendrogram["merges"]
  /** Tokens. */
  readonly sums: Float64Array
  /** The items in leaf order; those under a cluster are `counts[node]` in a row, from `firsts[node]` on. */
  readonly order: Int32Array
  readonly firsts: Int32Array
  readonly counts: Int32Array
}

/** @throws InvalidArgumentError for a dendrogram that is no tree of these items. */
export function sizedTree(tokens: readonly number[], { merges }: Dendrogram): SizedTree {
  const leafCount = tokens.length
  checkTree(merges, leafCount)
  const nodeCount = leafCount + merges.length
  const sums = new Float64Array(nodeCount)
  const counts = new Int32Array(nodeCount)
  const firsts = new Int32Array(nodeCount)
  const order = new Int32Array(leafCount)
  sums.set(tokens)
  counts.fill(1, 0, leafCount)
  for (let node = leafCount; node < nodeCount; node++) {
    const [left, right] = merges[node - leafCount]!
    sums[node] = sums[left]! + sums[right]!
    counts[node] = counts[left]! + counts[right]!
  }
  for (let node = nodeCount - 1; node >= leafCount; node--) {
    const merge = merges[node - leafCount]!
    firsts[merge[0]] = firsts[node]!
    firsts[merge[1]] = firsts[node]! + counts[merge[0]]!
  }
  for (let leaf = 0; leaf < leafCount; leaf++) order[firsts[leaf]!] = leaf
  return { leafCount, merges, sums, order, firsts, counts }
}

/** Roots of the largest subtrees within the budget, in leaf order. Loops, since a tree may be n levels deep. */
export function largestSubtrees({ leafCount, merges, sums }: SizedTree, budget: number): number[] {
  const roots: number[] = []
  const pending = sums.length === 0 ? [] : [sums.length - 1]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node < leafCount || sums[node]! <= budget) roots.push(node)
    else pending.push(merges[node - leafCount]![1], merges[node - leafCount]![0])
  }
  return roots
}

/** The items under a cluster, in leaf order. */
export function leavesUnder({ order, firsts, counts }: SizedTree, node: number): number[] {
  return Array.from(order.subarray(firsts[node]!, firsts[node]! + counts[node]!))
}

/** Each cluster but the last is part of exactly one later merge. */
function checkTree(merges: Dendrogram["merges"], count: number): void {
  if (merges.length !== Math.max(0, count - 1)) {
    throw new InvalidArgumentError(
      "dendrogram.merges.length",
      merges.length,
      `${Math.max(0, count - 1)}, one less than \`tokens\``,
    )
  }
  const used = new Uint8Array(count + merges.length)
  merges.forEach((merge, k) => {
    for (let side = 0; side < 2; side++) {
      const child = merge[side]!
      if (!(Number.isInteger(child) && child >= 0 && child < count + k && used[child] === 0)) {
        throw new InvalidArgumentError(
          `dendrogram.merges[${k}]`,
          child,
          "two earlier clusters that no other merge holds",
        )
      }
      used[child] = 1
    }
  })
}
