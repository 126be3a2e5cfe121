import { InvalidArgumentError } from "../errors"
import { createVectorKernel } from "../runtime/vector-kernel"
import { normalizeInto } from "../runtime/vector-kernel-normalize"
import { runStepsYielding, type Steps } from "../runtime/yield"

/**
 * Distances between all pairs of `count` items, one float32 a pair. Made by `cosineDistances` and read by
 * `averageLinkage`; treat it as opaque.
 */
export interface Distances {
  readonly count: number
  /** Rows of the upper triangle, one after the other: (0,1), (0,2), ... (1,2), ... */
  readonly condensed: Float32Array
}

const panelRows = 256
const tileRows = 32
/** Multiplications one step may do: about 2 ms on SIMD, 12 ms without. */
const stepProducts = tileRows * panelRows * 1536

/**
 * Cosine distances, `1 - cosine`, in [0, 2], between all pairs of vectors; float32, within 1e-5 of exact.
 * A vector that is zero or holds NaN or Infinity is at distance 1 from every other. Time O(n^2 d); memory is one
 * float32 a pair and one a coordinate. Gives the event loop a turn every 15 ms or so.
 *
 * @throws InvalidArgumentError when the vectors differ in length or their pairs do not fit in memory;
 * `signal.reason` when the signal aborts.
 */
export async function cosineDistances(
  vectors: readonly ArrayLike<number>[],
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<Distances> {
  const dimensions = checkedDimensions(vectors)
  return runStepsYielding(distanceSteps(vectors, dimensions), options.signal)
}

function checkedDimensions(vectors: readonly ArrayLike<number>[]): number {
  const dimensions = vectors[0]?.length ?? 0
  vectors.forEach((vector, index) => {
    if (vector.length !== dimensions) {
      throw new InvalidArgumentError(
        `vectors[${index}].length`,
        vector.length,
        `${dimensions}, as the first vector's`,
      )
    }
  })
  return dimensions
}

function* distanceSteps(vectors: readonly ArrayLike<number>[], dimensions: number): Steps<Distances> {
  const count = vectors.length
  const condensed = allocatePairs(count)
  const rows = new Float32Array(count * dimensions)
  for (let i = 0; i < count; i++) {
    normalizeInto(vectors[i]!, rows, i * dimensions)
    yield
  }
  const kernel = createVectorKernel()
  const panel = Math.max(
    1,
    Math.min(panelRows, Math.floor(stepProducts / tileRows / Math.max(1, dimensions))),
  )
  const dots = new Float32Array(panel * tileRows)
  for (let top = 0; top < count; top += panel) {
    const bottom = Math.min(count, top + panel)
    kernel.load(rows.subarray(top * dimensions, bottom * dimensions), dimensions)
    for (let left = top; left < count; left += tileRows) {
      const right = Math.min(count, left + tileRows)
      // Rows from `right` down are on or under the diagonal for this tile.
      const tall = Math.min(bottom, right) - top
      kernel.dots(rows.subarray(left * dimensions, right * dimensions), tall, dots)
      writeDistances(condensed, count, dots, top, tall, left, right)
      yield
    }
  }
  return { count, condensed }
}

function allocatePairs(count: number): Float32Array {
  try {
    return new Float32Array((count * (count - 1)) / 2)
  } catch (cause) {
    throw new InvalidArgumentError("vectors", count, "few enough that 4 bytes a pair fit in memory", {
      cause,
    })
  }
}

function writeDistances(
  condensed: Float32Array,
  count: number,
  dots: Float32Array,
  top: number,
  tall: number,
  left: number,
  right: number,
): void {
  const wide = right - left
  for (let r = 0; r < tall; r++) {
    const i = top + r
    const rowStart = (i * (2 * count - i - 1)) / 2 - i - 1
    for (let j = Math.max(left, i + 1); j < right; j++) {
      const distance = 1 - dots[r * wide + j - left]!
      condensed[rowStart + j] = Math.min(2, Math.max(0, distance))
    }
  }
}
