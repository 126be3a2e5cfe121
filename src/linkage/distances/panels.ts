import type { Steps } from "../../runtime/yield"
import type { VectorKernel } from "../../vectors/kernel"

/** All pairs of some rows, to be worked on by one thread or, on shared memory, by several. */
export interface DistanceJob {
  readonly count: number
  readonly dimensions: number
  /** Rows of length 1, one after the other. */
  readonly rows: Float32Array
  /** One distance a pair; see `Distances`. */
  readonly condensed: Float32Array
  /** One entry: how many panels were taken by a thread. A panel is 256 rows with all rows after them. */
  readonly taken: Int32Array
  /** An entry a panel: 1 once all its distances are there. */
  readonly done: Int32Array
}

const panelRows = 256
const tileRows = 32
/** Multiplications one step may do: about 2 ms on SIMD, 12 ms without. */
const stepProducts = tileRows * panelRows * 1536

/** Rows of a panel: fewer than 256 where they are very long, so that a step stays short. */
function panelRowsOf(dimensions: number): number {
  return Math.max(1, Math.min(panelRows, Math.floor(stepProducts / tileRows / Math.max(1, dimensions))))
}

export function panelCountOf(count: number, dimensions: number): number {
  return Math.ceil(count / panelRowsOf(dimensions))
}

/** Takes one panel after the other, the largest first, until all are taken. */
export function* takePanels(job: DistanceJob, kernel: VectorKernel): Steps<void> {
  for (;;) {
    const panel = Atomics.add(job.taken, 0, 1)
    if (panel >= job.done.length) return
    yield* computePanel(job, kernel, panel)
  }
}

/** Computes what was taken and never done. */
export function* finishPanels(job: DistanceJob, kernel: VectorKernel): Steps<void> {
  for (let panel = 0; panel < job.done.length; panel++) {
    if (Atomics.load(job.done, panel) === 0) yield* computePanel(job, kernel, panel)
  }
}

function* computePanel(job: DistanceJob, kernel: VectorKernel, panel: number): Steps<void> {
  const { count, dimensions, rows } = job
  const top = panel * panelRowsOf(dimensions)
  const bottom = Math.min(count, top + panelRowsOf(dimensions))
  const dots = new Float32Array((bottom - top) * tileRows)
  kernel.load(rows.subarray(top * dimensions, bottom * dimensions), dimensions)
  for (let left = top; left < count; left += tileRows) {
    const right = Math.min(count, left + tileRows)
    // Rows from `right` down are on or under the diagonal for this tile.
    const tall = Math.min(bottom, right) - top
    kernel.dots(rows.subarray(left * dimensions, right * dimensions), tall, dots)
    writeDistances(job, dots, top, tall, left, right)
    yield
  }
  Atomics.store(job.done, panel, 1)
}

function writeDistances(
  { condensed, count }: DistanceJob,
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
