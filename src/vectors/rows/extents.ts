interface Gap {
  readonly at: number
  readonly size: number
}

/** Places in a memory that grows at its end. */
export interface Extents {
  /** The start of a free place of that size: the first gap that is large enough, else the end. */
  take(size: number): number
  /** Gives a place back, as it was taken. */
  give(at: number, size: number): void
}

/** All is free from `start` on. */
export function createExtents(start: number): Extents {
  // Ascending; no two touch, and none touches the end.
  const gaps: Gap[] = []
  let end = start
  return {
    take(size) {
      const index = gaps.findIndex((gap) => gap.size >= size)
      if (index < 0) {
        end += size
        return end - size
      }
      const { at, size: whole } = gaps[index]!
      gaps.splice(index, 1, ...(whole > size ? [{ at: at + size, size: whole - size }] : []))
      return at
    },
    give(at, size) {
      const index = firstAfter(gaps, at)
      const [before, after] = [gaps[index - 1], gaps[index]]
      const joinsBefore = before !== undefined && before.at + before.size === at
      const joinsAfter = after !== undefined && at + size === after.at
      const from = joinsBefore ? before.at : at
      const to = joinsAfter ? after.at + after.size : at + size
      const joined = to === end ? [] : [{ at: from, size: to - from }]
      if (to === end) end = from
      gaps.splice(index - Number(joinsBefore), Number(joinsBefore) + Number(joinsAfter), ...joined)
    },
  }
}

function firstAfter(gaps: readonly Gap[], at: number): number {
  let low = 0
  let high = gaps.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (gaps[middle]!.at < at) low = middle + 1
    else high = middle
  }
  return low
}
