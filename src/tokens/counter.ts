import type { Steps } from "../runtime/yield"
import { createPieceMerger } from "./merge"
import { createPieceScanner } from "./pieces"
import { loadRanks } from "./ranks"

/**
 * Counts in steps of about a millisecond, by the vocabulary in js-tiktoken's form.
 *
 * @param ranks read at the first count alone: every caller has the same
 */
export function* countInSteps(text: string, ranks: string): Steps<number> {
  counter ??= yield* createCounter(ranks)
  let tokens = 0
  for (let at = 0; at < text.length; ) {
    tokens += counter.countSome(text, at, Math.min(at + stepUnits, text.length))
    at = counter.position()
    const longEnd = counter.longPieceEnd()
    if (longEnd > at) {
      tokens += yield* counter.countLong(text.slice(at, longEnd))
      at = longEnd
    }
    if (at < text.length) yield
  }
  return tokens
}

const stepUnits = 16_384
/** Longer pieces are merged in windows. In UTF-16 units, each of which is at most 3 bytes. */
const maxShortUnits = 64
/** Longest piece that is remembered. */
const memoUnits = 16
const memoBits = 16

interface Counter {
  /** Tokens of the pieces that start in `[from, to)`; stops before a long piece. */
  countSome(text: string, from: number, to: number): number
  /** Where `countSome` stopped. */
  position(): number
  /** End of the long piece that `countSome` stopped at, or its position. */
  longPieceEnd(): number
  countLong(piece: string): Steps<number>
}

/** A memo of fixed size and the vocabulary, made once: both only hold what is true of every text. */
let counter: Counter | undefined

function* createCounter(ranks: string): Steps<Counter> {
  const pieceEnd = createPieceScanner()
  yield
  const merger = createPieceMerger(yield* loadRanks(ranks))
  const encoder = new TextEncoder()
  const bytes = new Uint8Array(3 * maxShortUnits)
  // One slot a hash, overwritten by the next piece with that hash: units by value, since a slice kept as a
  // key would keep its whole document alive.
  const units = new Uint16Array(memoUnits << memoBits)
  const lengths = new Uint8Array(1 << memoBits)
  const counts = new Uint8Array(1 << memoBits)
  let stoppedAt = 0
  let longEnd = 0

  const countShort = (text: string, from: number, to: number): number =>
    merger.count(bytes, encoder.encodeInto(text.slice(from, to), bytes).written)

  const countMemoised = (text: string, from: number, to: number): number => {
    const length = to - from
    let hash = length
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x9e3779b1)
    const slot = ((hash ^ (hash >>> 15)) >>> 0) & ((1 << memoBits) - 1)
    const base = slot * memoUnits
    if (lengths[slot] === length) {
      let same = 0
      while (same < length && units[base + same] === text.charCodeAt(from + same)) same++
      if (same === length) return counts[slot]!
    }
    const tokens = countShort(text, from, to)
    for (let i = 0; i < length; i++) units[base + i] = text.charCodeAt(from + i)
    lengths[slot] = length
    counts[slot] = tokens
    return tokens
  }

  return {
    countSome(text, from, to) {
      let tokens = 0
      let at = from
      longEnd = 0
      while (at < to) {
        const end = pieceEnd(text, at)
        if (end - at <= memoUnits) tokens += countMemoised(text, at, end)
        else if (end - at <= maxShortUnits) tokens += countShort(text, at, end)
        else {
          longEnd = end
          break
        }
        at = end
      }
      stoppedAt = at
      return tokens
    },
    position: () => stoppedAt,
    longPieceEnd: () => longEnd,
    countLong: (piece) => merger.countLong(encoder.encode(piece)),
  }
}
