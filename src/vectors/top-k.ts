export interface ScoredItem {
  /** A number the caller can find its entry by. */
  readonly item: number
  readonly score: number
}

/** Keeps the `k` best of a stream of scores; of equal scores the smaller item. */
export interface TopK {
  offer(item: number, score: number): void
  /** Best first. */
  result(): readonly ScoredItem[]
}

/** @param k entries to keep at most, from 1 up. */
export function createTopK(k: number): TopK {
  // A heap with the worst entry at its root: entry i is no better than entries 2i + 1 and 2i + 2.
  const heap: ScoredItem[] = []
  return {
    offer(item, score) {
      if (heap.length < k) rise(heap, { item, score })
      else if (score > heap[0]!.score || (score === heap[0]!.score && item < heap[0]!.item)) {
        sink(heap, { item, score })
      }
    },
    result: () => heap.toSorted(byRank),
  }
}

/** Negative where `a` is better. */
function byRank(a: ScoredItem, b: ScoredItem): number {
  return b.score - a.score || a.item - b.item
}

function rise(heap: ScoredItem[], entry: ScoredItem): void {
  let at = heap.length
  for (let above = (at - 1) >> 1; at > 0 && byRank(heap[above]!, entry) < 0; above = (at - 1) >> 1) {
    heap[at] = heap[above]!
    at = above
  }
  heap[at] = entry
}

/** Takes the place of the root. */
function sink(heap: ScoredItem[], entry: ScoredItem): void {
  let at = 0
  for (;;) {
    let below = 2 * at + 1
    if (below + 1 < heap.length && byRank(heap[below + 1]!, heap[below]!) > 0) below++
    if (below >= heap.length || byRank(heap[below]!, entry) <= 0) break
    heap[at] = heap[below]!
    at = below
  }
  heap[at] = entry
}
