import { InvalidArgumentError } from "../errors"
import type { Dendrogram } from "./average-linkage"

/** A dendrogram with the tokens under each of its clusters. */
export interface SizedTree {
  readonly leafCount: number
  readonly merges: Dendrogram["merges"]
  /** One sum a cluster, leaves first. */
  readonly sums: Float64Array
}

/** @throws InvalidArgumentError for a dendrogram that is no tree of these items. */
export function sizedTree(tokens: readonly number[], { merges }: Dendrogram): SizedTree {
  const leafCount = tokens.length
  checkTree(merges, leafCount)
  const sums = new Float64Array(leafCount + merges.length)
  sums.set(tokens)
  merges.forEach(([left, right], k) => {
    sums[leafCount + k] = sums[left]! + sums[right]!
  })
  return { leafCount, merges, sums }
}

/** Roots of the largest subtrees within the budget, in leaf order. */
export function largestSubtrees(tree: SizedTree, budget: number): number[] {
  const top = tree.sums.length - 1
  return top < 0 ? [] : walk(tree, top, (node) => tree.sums[node]! <= budget)
}

/** The items under a cluster, in leaf order. */
export function leavesUnder(tree: SizedTree, node: number): number[] {
  return walk(tree, node, () => false)
}

/** Goes down from `top`, left before right, to the leaves or to where `stop` holds. Loops: a tree may be n deep. */
function walk({ leafCount, merges }: SizedTree, top: number, stop: (node: number) => boolean): number[] {
  const reached: number[] = []
  const pending = [top]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node < leafCount || stop(node)) reached.push(node)
    else pending.push(merges[node - leafCount]![1], merges[node - leafCount]![0])
  }
  return reached
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
    for (const child of [merge[0], merge[1]]) {
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
