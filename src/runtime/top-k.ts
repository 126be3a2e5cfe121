/** Keeps the `k` best of a stream of scores; of equal scores the one offered first. */
export interface TopK {
  /** `item` is any number the caller can find its entry by. */
  offer(item: number, score: number): void
  /** Best first. */
  result(): readonly { readonly item: number; readonly score: number }[]
}

/** @param k entries to keep at most, from 1 up; `count` bounds how many will be offered. */
export function createTopK(k: number, count: number): TopK {
  const capacity = Math.min(k, count)
  const scores = new Float64Array(capacity)
  const items = new Int32Array(capacity)
  let size = 0
  let worst = Number.NEGATIVE_INFINITY
  return {
    offer(item, score) {
      if (size === capacity && !(score > worst)) return
      let low = 0
      let high = size
      while (low < high) {
        const middle = (low + high) >>> 1
        if ((scores[middle] as number) < score) high = middle
        else low = middle + 1
      }
      if (size < capacity) size++
      scores.copyWithin(low + 1, low, size - 1)
      items.copyWithin(low + 1, low, size - 1)
      scores[low] = score
      items[low] = item
      if (size === capacity) worst = scores[size - 1] as number
    },
    result: () =>
      Array.from({ length: size }, (_, i) => ({ item: items[i] as number, score: scores[i] as number })),
  }
}
