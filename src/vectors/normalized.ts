import { normalizeInto } from "./normalize-into"

/** The vector at length 1, as 32-bit floats; a vector of length 0 stays zeros. */
export function normalized(vector: ArrayLike<number>): Float32Array {
  const unit = new Float32Array(vector.length)
  normalizeInto(vector, unit)
  return unit
}
