import { type OpenBatches, openBatches } from "./open"
import { largestSubtrees, leavesUnder, type SizedTree } from "./subtrees"

/** A packing within this many times the fewest batches that the tokens could fill takes no subtree apart. */
const enough = 1.2

/**
 * Packs the largest whole subtrees together: the largest first, each into the batch that is nearest in leaf order
 * and has room. Where that leaves too many batches, the emptiest are dissolved and their subtrees taken apart, from
 * the top, to fit into the others; unless an item finds no room, or fewer pairs would be together than in the subtrees.
 */
export function packGroups(tree: SizedTree, budget: number): number[][] {
  const roots = largestSubtrees(tree, budget)
  const bySize = [...roots.keys()].sort((a, b) => tree.sums[roots[b]!]! - tree.sums[roots[a]!]! || a - b)
  const batches = openBatches(roots.length, budget)
  for (const at of bySize) put(batches, tree, roots[at]!, at)
  const whole = itemsOf(batches, tree)

  const total = tree.sums[tree.sums.length - 1] ?? 0
  const target = Math.max(1, Math.floor(enough * Math.ceil(total / budget)))
  if (whole.length <= target) return whole
  if (!dissolve(batches, tree, whole.length - target)) return whole
  const divided = itemsOf(batches, tree)
  const pairsInSubtrees = roots.reduce((pairs, root) => pairs + pairsOf(tree.counts[root]!), 0)
  return divided.reduce((pairs, batch) => pairs + pairsOf(batch.length), 0) < pairsInSubtrees
    ? whole
    : divided
}

function put(batches: OpenBatches, tree: SizedTree, node: number, at: number): void {
  if (!batches.place(node, tree.sums[node]!, at)) batches.open(node, tree.sums[node]!, at)
}

/**
 * Empties the batches that hold the least and puts what was in them into the others, in as large pieces as find room.
 * False where an item finds none.
 */
function dissolve(batches: OpenBatches, tree: SizedTree, count: number): boolean {
  const emptiest = batches.places().sort((a, b) => batches.room(b) - batches.room(a) || a - b)
  const closed = emptiest.slice(0, count).map((at) => ({ at, nodes: batches.close(at) }))
  for (const { at, nodes } of closed) {
    const pending = [...nodes]
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (batches.place(node, tree.sums[node]!, at)) continue
      if (node < tree.leafCount) return false
      pending.push(tree.merges[node - tree.leafCount]![0], tree.merges[node - tree.leafCount]![1])
    }
  }
  return true
}

function itemsOf(batches: OpenBatches, tree: SizedTree): number[][] {
  return batches.places().map((at) => batches.nodes(at).flatMap((node) => leavesUnder(tree, node)))
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2
}
