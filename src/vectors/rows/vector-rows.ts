/** Vectors of one length that are kept to be compared with many queries. */
export interface VectorRows {
  /** Writes `out[r]`, the dot product of the query and row r. */
  dots(query: Float32Array, out: Float32Array): void
  /** Writes the rows, one after the other. */
  read(out: Float32Array): void
  /** Frees their memory; they are not used any more. */
  release(): void
}

/** Copies rows that lie one after the other, to keep them. There is a row at least, and a number in it. */
export type RowKeeper = (rows: Float32Array, dimensions: number) => VectorRows
