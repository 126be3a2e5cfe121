/**
 * Writes `vector` at unit length into `out` from `offset` on, so that dot products are cosines. Returns false, and
 * writes zeros, where a vector has no direction: all zeros, empty, or holding NaN or Infinity.
 */
export function normalizeInto(vector: ArrayLike<number>, out: Float32Array, offset = 0): boolean {
  const { length } = vector
  let squares = 0
  for (let k = 0; k < length; k++) squares += vector[k]! * vector[k]!
  if (squares > 1e-280 && squares < Infinity) {
    const norm = Math.sqrt(squares)
    for (let k = 0; k < length; k++) out[offset + k] = vector[k]! / norm
    return true
  }
  // Squares of very large or very small coordinates leave the range of a double; those of scaled ones do not.
  let largest = 0
  for (let k = 0; k < length; k++) largest = Math.max(largest, Math.abs(vector[k]!))
  if (largest > 0 && largest < Infinity) {
    return normalizeInto(
      Array.from(vector, (value) => value / largest),
      out,
      offset,
    )
  }
  out.fill(0, offset, offset + length)
  return false
}
