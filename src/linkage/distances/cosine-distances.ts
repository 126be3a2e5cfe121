import { InvalidArgumentError } from "../../errors"
import { raceAbort } from "../../runtime/abort"
import { checkOptions } from "../../runtime/check/options"
import { runStepsYielding, type Steps } from "../../runtime/yield"
import { createVectorKernel, type VectorKernel } from "../../vectors/kernel"
import { normalizeInto } from "../../vectors/normalize-into"
import { type LinkageOptions, linkageChecks } from "../options"
import { helperCount } from "./helper-count"
import { type DistanceJob, finishPanels, panelCountOf, takePanels } from "./panels"
import type { Helpers } from "./start-helpers"

/**
 * Distances between all pairs of `count` items, one float32 a pair. Made by `cosineDistances` and read by
 * `averageLinkage`; treat it as opaque.
 */
export interface Distances {
  readonly count: number
  /** Rows of the upper triangle, one after the other: (0,1), (0,2), ... (1,2), ... */
  readonly condensed: Float32Array
}

/**
 * Cosine distances, `1 - cosine`, in [0, 2], between all pairs of vectors; float32, within 1e-5 of exact.
 * A vector that is zero or holds NaN or Infinity is at distance 1 from every other. Time O(n^2 d); memory is one
 * float32 a pair and one a coordinate. Gives the event loop a turn every 15 ms or so. From 2e9 multiplications on,
 * 0.3 s of one core, up to 3 worker threads help where the runtime has them: one thread less than there are cores, the
 * result the same to the bit.
 *
 * @throws InvalidArgumentError when the vectors differ in length or their pairs do not fit in memory;
 * `signal.reason` when the signal aborts.
 */
export async function cosineDistances(
  vectors: readonly ArrayLike<number>[],
  options?: LinkageOptions,
): Promise<Distances> {
  const { signal } = checkOptions(options, linkageChecks, "options")
  return pairDistances(vectors, createVectorKernel(), signal)
}

/** As `cosineDistances`, on a kernel that may have been used before: making one can wait for memory being freed. */
export async function pairDistances(
  vectors: readonly ArrayLike<number>[],
  kernel: VectorKernel,
  signal: AbortSignal | undefined,
): Promise<Distances> {
  const count = vectors.length
  const dimensions = checkedDimensions(vectors)
  const helpers = helperCount((count * count * dimensions) / 2)
  const job = createJob(count, dimensions, helpers > 0)
  await runStepsYielding(normalizeRows(vectors, job), signal)
  const { ended, stop } = await helped(job, helpers)
  try {
    await runStepsYielding(takePanels(job, kernel), signal)
    if (job.done.includes(0)) await raceAbort(ended, signal)
    await runStepsYielding(finishPanels(job, kernel), signal)
  } finally {
    await stop()
  }
  return { count, condensed: job.condensed }
}

/** Threads are loaded where there is work for them. */
async function helped(job: DistanceJob, helpers: number): Promise<Helpers> {
  if (helpers === 0) return { ended: Promise.resolve(), stop: async () => {} }
  const { startHelpers } = await import("./start-helpers")
  return startHelpers(job, helpers)
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

function createJob(count: number, dimensions: number, shared: boolean): DistanceJob {
  const memory = (length: number) => {
    return shared ? new SharedArrayBuffer(length * 4) : new ArrayBuffer(length * 4)
  }
  try {
    return {
      count,
      dimensions,
      rows: new Float32Array(memory(count * dimensions)),
      condensed: new Float32Array(memory((count * (count - 1)) / 2)),
      taken: new Int32Array(memory(1)),
      done: new Int32Array(memory(panelCountOf(count, dimensions))),
    }
  } catch (cause) {
    throw new InvalidArgumentError("vectors", count, "few enough that 4 bytes a pair fit in memory", {
      cause,
    })
  }
}

function* normalizeRows(vectors: readonly ArrayLike<number>[], job: DistanceJob): Steps<void> {
  for (let i = 0; i < job.count; i++) {
    normalizeInto(vectors[i]!, job.rows, i * job.dimensions)
    yield
  }
}
