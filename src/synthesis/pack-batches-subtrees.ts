import { InvalidArgumentError } from "../errors"
import type { Dendrogram } from "./average-linkage"

/** Leaves of each largest subtree within the budget, in leaf order. Loops, since a chain may be n levels deep. */
export function wholeSubtrees(tokens: readonly number[], dendrogram: Dendrogram, budget: number): number[][] {
  const count = tokens.length
  const { merges } = dendrogram
  checkTree(dendrogram, count)
  if (count === 0) return []
  const sums = Float64Array.from({ length: count + merges.length }, (_, node) => tokens[node] ?? 0)
  merges.forEach(([left, right], k) => {
    sums[count + k] = sums[left]! + sums[right]!
  })
  const groups: number[][] = []
  const pending = [count + merges.length - 1]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (sums[node]! <= budget || node < count) groups.push(leavesUnder(node, dendrogram, count))
    else pending.push(merges[node - count]![1], merges[node - count]![0])
  }
  return groups
}

function leavesUnder(root: number, { merges }: Dendrogram, count: number): number[] {
  const leaves: number[] = []
  const pending = [root]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node < count) leaves.push(node)
    else pending.push(merges[node - count]![1], merges[node - count]![0])
  }
  return leaves
}

/** Each cluster but the last is part of exactly one later merge. */
function checkTree({ merges }: Dendrogram, count: number): void {
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
