import { instantiateKernel, kernelBase, reserveBytes } from "../kernel/exports"
import { copyRows, upToFour } from "../kernel/simd"
import { createExtents } from "./extents"
import type { VectorRows } from "./vector-rows"

const queryAt = kernelBase
const queryBytes = 1 << 16
const outAt = queryAt + queryBytes
/** Rows compared at a time: their products take 16 KiB. */
const outRows = 1 << 12
const rowsAt = outAt + outRows * 4

/** Keeps rows in the kernel's memory; undefined for rows of more than 16,384 numbers, and where there is no room. */
export function createSimdRowKeeper(
  module: WebAssembly.Module,
): (rows: Float32Array, dimensions: number) => VectorRows | undefined {
  const { memory, dotsOfOne } = instantiateKernel(module)
  const extents = createExtents(rowsAt)
  let floats = new Float32Array(memory.buffer)
  return (rows, dimensions) => {
    const count = rows.length / dimensions
    const stride = upToFour(dimensions)
    const strideBytes = stride * 4
    if (strideBytes > queryBytes) return undefined
    const at = extents.take(count * strideBytes)
    try {
      // Rows are read by four: after the last one of all there is memory, whatever is in it.
      reserveBytes(memory, at + upToFour(count) * strideBytes)
    } catch {
      extents.give(at, count * strideBytes)
      return undefined
    }
    if (floats.buffer !== memory.buffer) floats = new Float32Array(memory.buffer)
    copyRows(floats, at / 4, rows, dimensions, stride)
    return {
      dots(query, out) {
        copyRows(floats, queryAt / 4, query, dimensions, stride)
        for (let from = 0; from < count; from += outRows) {
          const some = Math.min(outRows, count - from)
          dotsOfOne(queryAt, at + from * strideBytes, upToFour(some), strideBytes, outAt)
          for (let r = 0; r < some; r++) out[from + r] = floats[outAt / 4 + r]!
        }
      },
      read(out) {
        for (let r = 0; r < count; r++) {
          const row = at / 4 + r * stride
          out.set(floats.subarray(row, row + dimensions), r * dimensions)
        }
      },
      release: () => extents.give(at, count * strideBytes),
    }
  }
}
