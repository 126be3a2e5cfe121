import { InvalidArgumentError } from "../errors"
import type { Steps } from "../runtime/yield"
import type { Distances } from "./distances/cosine-distances"

/** The upper triangle of a square matrix; see `averageLinkage` for entries that disagree or are not finite. */
export function* condense(matrix: readonly ArrayLike<number>[]): Steps<Distances> {
  const count = matrix.length
  const condensed = new Float32Array((count * (count - 1)) / 2)
  matrix.forEach((row, index) => {
    if (row.length === count) return
    throw new InvalidArgumentError(`distances[${index}].length`, row.length, `${count}, one a row`)
  })
  let largest = 0
  let at = 0
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      const distance = Math.fround(mean(matrix[i]![j]!, matrix[j]![i]!))
      if (Number.isFinite(distance) && distance > largest) largest = distance
      condensed[at++] = distance
    }
    yield
  }
  for (let k = 0; k < condensed.length; k++) {
    if (!Number.isFinite(condensed[k])) condensed[k] = largest
  }
  return { count, condensed }
}

function mean(a: number, b: number): number {
  if (!Number.isFinite(a)) return b
  return Number.isFinite(b) ? a + (b - a) / 2 : a
}
