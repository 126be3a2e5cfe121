/** Packs groups, given in leaf order, together as long as they fit: the largest first, each where least room is left. */
export function packGroups(
  groups: readonly number[][],
  tokens: readonly number[],
  budget: number,
): number[][] {
  const sizes = groups.map((group) => group.reduce((sum, item) => sum + tokens[item]!, 0))
  const order = [...groups.keys()].sort((a, b) => sizes[b]! - sizes[a]! || a - b)
  const batches: { items: number[]; sum: number }[] = []
  for (const g of order) {
    let best: { items: number[]; sum: number } | undefined
    for (const batch of batches) {
      if (batch.sum + sizes[g]! <= budget && (best === undefined || batch.sum > best.sum)) best = batch
    }
    if (best === undefined) {
      best = { items: [], sum: 0 }
      batches.push(best)
    }
    best.items.push(...groups[g]!)
    best.sum += sizes[g]!
  }
  return batches.map((batch) => batch.items)
}
