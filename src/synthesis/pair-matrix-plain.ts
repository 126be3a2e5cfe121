import { type PairMatrix, squareSide } from "./pair-matrix"

const squarePairs = squareSide * squareSide

/** In plain JavaScript, for runtimes without WebAssembly SIMD. */
export function createPlainPairMatrix(count: number, slotCount: number): PairMatrix {
  const wide = Math.ceil(count / squareSide)
  const length = wide * squareSide
  const pairs = new Float32Array(((wide * (wide + 1)) / 2) * squarePairs)
  const droppedRow = new Float32Array(length).fill(Infinity, count)
  const slots = Array.from({ length: slotCount }, () => new Float32Array(length))
  /** Where the square of the items from `above * 32` and from `left * 32` on starts. */
  const squareAt = (above: number, left: number) =>
    (above * wide - (above * (above + 1)) / 2 + left) * squarePairs
  return {
    kind: "plain",
    slots,
    fill(item, distances) {
      const square = Math.floor(item / squareSide)
      const place = item % squareSide
      const diagonal = squareAt(square, square)
      for (let at = 0; at < distances.length; at++) {
        const other = item + 1 + at
        const right = Math.floor(other / squareSide) - square
        const otherPlace = other % squareSide
        pairs[diagonal + right * squarePairs + place * squareSide + otherPlace] = distances[at]!
        if (right === 0) pairs[diagonal + otherPlace * squareSide + place] = distances[at]!
      }
    },
    gather(item, slot) {
      const row = slots[slot]!
      walk(item, (at, step, first) => {
        for (let k = 0; k < squareSide; k++) {
          row[first + k] = Math.max(pairs[at + k * step]!, droppedRow[first + k]!)
        }
      })
      row[item] = Infinity
    },
    scatter(item, slot) {
      const row = slots[slot]!
      walk(item, (at, step, first) => {
        for (let k = 0; k < squareSide; k++) pairs[at + k * step] = row[first + k]!
      })
      const square = Math.floor(item / squareSide)
      const column = squareAt(square, square) + (item % squareSide)
      for (let k = 0; k < squareSide; k++) pairs[column + k * squareSide] = row[square * squareSide + k]!
    },
    nearest(slot) {
      const row = slots[slot]!
      let least = Infinity
      let found = -1
      for (let item = 0; item < count; item++) {
        if (row[item]! < least) {
          least = row[item]!
          found = item
        }
      }
      return found
    },
    blend(slot, other, share, otherShare) {
      const [row, added] = [slots[slot]!, slots[other]!]
      for (let item = 0; item < count; item++) {
        const [a, b] = [row[item]!, added[item]!]
        row[item] = a === b ? a : share * a + otherShare * b
      }
    },
    drop(item) {
      droppedRow[item] = Infinity
    },
  }

  /** Visits an item's row 32 entries at a time: where they start, how far apart they are, the first one's item. */
  function walk(item: number, visit: (at: number, step: number, first: number) => void): void {
    const square = Math.floor(item / squareSide)
    const place = item % squareSide
    for (let above = 0; above < square; above++) {
      visit(squareAt(above, square) + place, squareSide, above * squareSide)
    }
    for (let left = square; left < wide; left++) {
      visit(squareAt(square, left) + place * squareSide, 1, left * squareSide)
    }
  }
}
