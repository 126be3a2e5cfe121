/** The vector at length 1, as 32-bit floats; a vector of length 0 stays zeros. */
export function normalized(vector: ArrayLike<number>): Float32Array {
  const unit = Float32Array.from(vector)
  let squares = 0
  for (let i = 0; i < unit.length; i++) squares += (unit[i] as number) ** 2
  const length = Math.sqrt(squares)
  if (length > 0) for (let i = 0; i < unit.length; i++) unit[i] = (unit[i] as number) / length
  return unit
}

/**
 * Cosines of one unit vector with each of many, which lie one after another in `vectors`; in [-1, 1], and 0 for
 * a zero vector.
 */
export function cosineScores(vectors: Float32Array, query: Float32Array): Float32Array {
  const dimensions = query.length
  const count = vectors.length / dimensions
  const scores = new Float32Array(count)
  for (let row = 0; row < count; row++) {
    // Rounding may carry a product an ulp past 1.
    scores[row] = Math.max(-1, Math.min(1, dot(vectors, row * dimensions, query)))
  }
  return scores
}

/** Four sums at once: the processor need not wait for one addition before the next. */
function dot(vectors: Float32Array, offset: number, query: Float32Array): number {
  const length = query.length
  let s0 = 0
  let s1 = 0
  let s2 = 0
  let s3 = 0
  let i = 0
  for (; i + 4 <= length; i += 4) {
    s0 += (vectors[offset + i] as number) * (query[i] as number)
    s1 += (vectors[offset + i + 1] as number) * (query[i + 1] as number)
    s2 += (vectors[offset + i + 2] as number) * (query[i + 2] as number)
    s3 += (vectors[offset + i + 3] as number) * (query[i + 3] as number)
  }
  for (; i < length; i++) s0 += (vectors[offset + i] as number) * (query[i] as number)
  return s0 + s1 + (s2 + s3)
}
