/** Batches that are being filled, each at the place in leaf order where it began. */
export interface OpenBatches {
  /** Puts a cluster into the nearest batch that has room; false where none has. The earlier of two as near. */
  place(node: number, tokens: number, at: number): boolean
  /** Starts a batch at a place where none began. */
  open(node: number, tokens: number, at: number): void
  /** Takes a batch away; its clusters are the caller's again. */
  close(at: number): readonly number[]
  /** Places of all batches, in leaf order. */
  places(): number[]
  room(at: number): number
  nodes(at: number): readonly number[]
}

export function openBatches(placeCount: number, budget: number): OpenBatches {
  // A tree of maxima over the room of each place, so that the nearest place with enough is found in log n steps.
  let width = 1
  while (width < placeCount) width *= 2
  const room = new Float64Array(2 * width).fill(-1)
  const nodes = new Map<number, number[]>()

  const setRoom = (at: number, value: number) => {
    room[width + at] = value
    for (let k = (width + at) >> 1; k > 0; k >>= 1) room[k] = Math.max(room[2 * k]!, room[2 * k + 1]!)
  }
  /** The nearest place from `at` on in one direction, itself included; -1 where none has the room. */
  const nearest = (at: number, tokens: number, direction: -1 | 1): number => {
    let k = width + at
    const outer = direction < 0 ? 1 : 0
    while (room[k]! < tokens) {
      // Up until there is a neighbour on the asked side that has room below it.
      while (k > 1 && ((k & 1) !== outer || room[k ^ 1]! < tokens)) k >>= 1
      if (k === 1) return -1
      k ^= 1
      while (k < width) k = room[2 * k + outer]! >= tokens ? 2 * k + outer : 2 * k + 1 - outer
    }
    return k - width
  }
  return {
    place(node, tokens, at) {
      const before = nearest(at, tokens, -1)
      const after = nearest(at, tokens, 1)
      const best = before < 0 || (after >= 0 && after - at < at - before) ? after : before
      if (best < 0) return false
      nodes.get(best)!.push(node)
      setRoom(best, room[width + best]! - tokens)
      return true
    },
    open(node, tokens, at) {
      nodes.set(at, [node])
      setRoom(at, budget - tokens)
    },
    close(at) {
      const closed = nodes.get(at)!
      nodes.delete(at)
      setRoom(at, -1)
      return closed
    },
    places: () => [...nodes.keys()].sort((a, b) => a - b),
    room: (at) => room[width + at]!,
    nodes: (at) => nodes.get(at)!,
  }
}
