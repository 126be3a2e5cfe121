/** The vector at length 1, as 32-bit floats; a vector of length 0 stays zeros. */
export function normalized(vector: ArrayLike<number>): Float32Array {
  const unit = Float32Array.from(vector)
  let squares = 0
  for (let i = 0; i < unit.length; i++) squares += (unit[i] as number) ** 2
  const length = Math.sqrt(squares)
  if (length > 0) for (let i = 0; i < unit.length; i++) unit[i] = (unit[i] as number) / length
  return unit
}
