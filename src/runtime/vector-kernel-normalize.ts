/**
 * Writes `vector` at unit length into `out` from `offset` on, so that dot products are cosines. Returns false, and
 * writes zeros, where a vector has no direction: all zeros, empty, or holding NaN or Infinity.
 */
export function normalizeInto(vector: ArrayLike<number>, out: Float32Array, offset = 0): boolean {
  const length = vector.length
  let largest = 0
  let squares = 0
  for (let k = 0; k < length; k++) {
    const size = Math.abs(vector[k]!)
    // Also true for NaN, which then stays.
    if (!(size <= largest)) largest = size
    squares += size * size
  }
  if (!(largest > 0 && largest < Infinity && !Number.isNaN(squares))) {
    out.fill(0, offset, offset + length)
    return false
  }
  // Squares of very large or very small coordinates leave the range of a double; scaled ones do not.
  const scale = squares > 1e-280 && squares < Infinity ? 1 : largest
  if (scale !== 1) {
    squares = 0
    for (let k = 0; k < length; k++) squares += (vector[k]! / scale) ** 2
  }
  const norm = Math.sqrt(squares)
  for (let k = 0; k < length; k++) out[offset + k] = vector[k]! / scale / norm
  return true
}
