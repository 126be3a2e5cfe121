/**
 * Dot products of many vectors with many vectors: cosines, where the vectors were put to unit length by
 * `normalizeInto`. Rows lie one after the other in one array. A kernel belongs to one caller.
 */
export interface VectorKernel {
  readonly kind: "simd" | "plain"
  /** Sets the left rows, which must not change while they are set. */
  load(rows: Float32Array, dimensions: number): void
  /**
   * Writes `out[r * n + c]`, the dot product of left row `r` and right row `c`, for the first `leftCount` left rows
   * and all `n` right rows. One left row, a query, is fine.
   * The sum of a pair does not depend on where its rows lie.
   */
  dots(right: Float32Array, leftCount: number, out: Float32Array): void
}
