import type { Steps } from "../runtime/yield"
import type { TokenRanks } from "./ranks"

/** Byte-pair merging of one piece. */
export interface PieceMerger {
  /** Tokens of `bytes[0, length)`, for short pieces: the time grows with the square of the length. */
  count(bytes: Uint8Array, length: number): number
  /** The same for pieces of any length, in linear time. */
  countLong(bytes: Uint8Array): Steps<number>
}

const windowBytes = 64
const none = 0x7fffffff

export function createPieceMerger(ranks: TokenRanks): PieceMerger {
  const pairRanks = new Int32Array(0x10000)
  const pair = new Uint8Array(2)
  for (let key = 0; key < 0x10000; key++) {
    pair[0] = key >> 8
    pair[1] = key & 0xff
    pairRanks[key] = rankOrNone(ranks.rankOf(pair, 0, 2))
  }
  let partRanks = new Int32Array(2 * windowBytes)

  /**
   * Merges `bytes[from, to)`: always the pair of lowest rank, the leftmost of equals, as long as one is a token.
   * Writes the starts of the parts and, behind them, `to`; gives their number.
   */
  const merge = (bytes: Uint8Array, from: number, to: number, starts: Int32Array): number => {
    let parts = to - from
    if (partRanks.length < parts) partRanks = new Int32Array(parts)
    const found = partRanks
    for (let i = 0; i < parts; i++) starts[i] = from + i
    starts[parts] = to
    for (let i = 0; i + 1 < parts; i++) found[i] = pairRanks[(bytes[from + i]! << 8) | bytes[from + i + 1]!]!
    for (;;) {
      let lowest = none
      let read = 0
      for (let i = 0; i + 1 < parts; i++) {
        if (found[i]! < lowest) {
          lowest = found[i]!
          read = i
        }
      }
      if (lowest === none) return parts
      // One pass merges every pair of this rank, from the left, and closes the gaps.
      let write = read
      while (read < parts) {
        const start = starts[read]!
        starts[write] = start
        if (found[read] !== lowest || read + 1 === parts) {
          found[write++] = found[read++]!
          continue
        }
        const end = starts[read + 2]!
        const right = read + 2 < parts ? rankOrNone(ranks.rankOf(bytes, start, starts[read + 3]!)) : none
        read++
        starts[read] = start
        found[read] = right
        const left = write > 0 ? rankOrNone(ranks.rankOf(bytes, starts[write - 1]!, end)) : none
        if (write > 0) found[write - 1] = left
        // A pair that now comes first: the rest only moves up, and the search starts again.
        if (right < lowest || left <= lowest) lowest = -1
      }
      starts[write] = to
      parts = write
    }
  }

  let starts = new Int32Array(2 * windowBytes)
  const count = (bytes: Uint8Array, length: number): number => {
    if (ranks.rankOf(bytes, 0, length) >= 0) return 1
    if (starts.length <= length) starts = new Int32Array(length + 1)
    return merge(bytes, 0, length, starts)
  }

  const junction = new Int32Array(2 * ranks.maxBytes + 1)
  let lastLeft = -1
  let lastRight = -1
  /** Whether merging `bytes[from, to)` alone ends in two tokens that meet at `border`. */
  const staysApart = (bytes: Uint8Array, from: number, border: number, to: number): boolean => {
    const left = ranks.rankOf(bytes, from, border)
    const right = ranks.rankOf(bytes, border, to)
    // A run of one character asks the same again and again.
    if (left === lastLeft && right === lastRight) return true
    if (merge(bytes, from, to, junction) !== 2 || junction[1] !== border) return false
    lastLeft = left
    lastRight = right
    return true
  }

  /**
   * A sequence of tokens is what merging gives for the whole exactly where it is so for each two neighbours:
   * up to the first merge across a border, both sides merge as they would alone. So windows are merged one by
   * one, each from a border of the one before, and only the two tokens that meet there need a look. Where they
   * don't stay apart, an earlier border is tried, then a longer window.
   */
  function* countLong(bytes: Uint8Array): Steps<number> {
    if (ranks.rankOf(bytes, 0, bytes.length) >= 0) return 1
    let current = new Int32Array(windowBytes + 1)
    let next = current.slice()
    let size = windowBytes
    let tokens = 0
    let from = 0
    let parts = merge(bytes, from, Math.min(from + size, bytes.length), current)
    while (current[parts]! < bytes.length) {
      let border = parts
      let nextParts = 0
      while (border > 1 && current[border]! > from + size * 0.75) border--
      for (; border > 0; border--) {
        const start = current[border]!
        nextParts = merge(bytes, start, Math.min(start + size, bytes.length), next)
        if (staysApart(bytes, current[border - 1]!, start, next[1]!)) break
      }
      if (border > 0) {
        tokens += border
        from = current[border]!
        const spare = current
        current = next
        next = spare
        parts = nextParts
      } else {
        size *= 2
        current = new Int32Array(size + 1)
        next = new Int32Array(size + 1)
        parts = merge(bytes, from, Math.min(from + size, bytes.length), current)
      }
      // Longer windows are left again at leisure: a run of spaces needs them all along.
      if (border > 0 && size > windowBytes) size--
      yield
    }
    return tokens + parts
  }

  return { count, countLong }
}

function rankOrNone(rank: number): number {
  return rank < 0 ? none : rank
}
