import { type PairMatrix, squareSide } from "./index"

const squarePairs = squareSide * squareSide

/** In plain JavaScript, for runtimes without WebAssembly SIMD. */
export function createPlainPairMatrix(count: number, slotCount: number): PairMatrix {
  const wide = Math.ceil(count / squareSide)
  const length = wide * squareSide
  const pairs = new Float32Array(((wide * (wide + 1)) / 2) * squarePairs)
  const droppedRow = new Float32Array(length).fill(Infinity, count)
  const slots = Array.from({ length: slotCount }, () => new Float32Array(length))
  /** Where the square of the items from `32 * above` and from `32 * left` on starts. */
  const squareAt = (above: number, left: number) =>
    (above * wide - (above * (above + 1)) / 2 + left) * squarePairs
  return {
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
      const square = Math.floor(item / squareSide)
      const place = item % squareSide
      for (let above = 0; above < square; above++) {
        const at = squareAt(above, square) + place
        for (let k = 0; k < squareSide; k++) row[above * squareSide + k] = pairs[at + k * squareSide]!
      }
      for (let left = square; left < wide; left++) {
        const at = squareAt(square, left) + place * squareSide
        for (let k = 0; k < squareSide; k++) row[left * squareSide + k] = pairs[at + k]!
      }
      for (let k = 0; k < length; k++) if (droppedRow[k] === Infinity) row[k] = Infinity
      row[item] = Infinity
    },
    scatter(item, slot) {
      const row = slots[slot]!
      const square = Math.floor(item / squareSide)
      const place = item % squareSide
      for (let above = 0; above <= square; above++) {
        const at = squareAt(above, square) + place
        for (let k = 0; k < squareSide; k++) pairs[at + k * squareSide] = row[above * squareSide + k]!
      }
      for (let left = square; left < wide; left++) {
        const at = squareAt(square, left) + place * squareSide
        for (let k = 0; k < squareSide; k++) pairs[at + k] = row[left * squareSide + k]!
      }
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
}
