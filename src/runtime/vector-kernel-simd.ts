import type { VectorKernel } from "./vector-kernel"
import { instantiateKernel, kernelBase, reserveBytes } from "./vector-kernel-exports"

/** Floats of right rows that the kernel's memory takes in at a time: 256 KiB stay in a core's second-level cache. */
const pieceFloats = 1 << 16

/** The kernel on WebAssembly SIMD. Its memory is one copy of the left rows and a piece of the right ones. */
export function createSimdVectorKernel(module: WebAssembly.Module): VectorKernel {
  const { memory, dots } = instantiateKernel(module)
  let floats = new Float32Array(memory.buffer)
  const reserve = (bytes: number) => {
    reserveBytes(memory, bytes)
    if (floats.buffer !== memory.buffer) floats = new Float32Array(memory.buffer)
  }
  let dimensions = 0
  let stride = 0
  let leftBytes = 0
  return {
    kind: "simd",
    load(rows, rowDimensions) {
      dimensions = rowDimensions
      stride = upToFour(dimensions)
      const count = dimensions === 0 ? 0 : rows.length / dimensions
      leftBytes = count * stride * 4
      reserve(kernelBase + leftBytes)
      copyRows(floats, kernelBase / 4, rows, dimensions, stride)
    },
    dots(right, leftCount, out) {
      if (dimensions === 0) return
      const count = right.length / dimensions
      const pieceRows = Math.min(upToFour(count), Math.max(4, Math.floor(pieceFloats / stride / 4) * 4))
      const rightAt = kernelBase + leftBytes
      const outAt = rightAt + pieceRows * stride * 4
      reserve(outAt + leftCount * pieceRows * 4)
      for (let from = 0; from < count; from += pieceRows) {
        const rows = Math.min(pieceRows, count - from)
        const piece = right.subarray(from * dimensions, (from + rows) * dimensions)
        copyRows(floats, rightAt / 4, piece, dimensions, stride)
        const wide = upToFour(rows)
        dots(kernelBase, leftCount, rightAt, wide, stride * 4, outAt)
        for (let r = 0; r < leftCount; r++) {
          const row = outAt / 4 + r * wide
          for (let c = 0; c < rows; c++) out[r * count + from + c] = floats[row + c]!
        }
      }
    },
  }
}

/** The next multiple of four. */
export function upToFour(count: number): number {
  return Math.ceil(count / 4) * 4
}

/** Rows are padded with zeros to a multiple of four floats. */
export function copyRows(
  floats: Float32Array,
  at: number,
  rows: Float32Array,
  dimensions: number,
  stride: number,
): void {
  if (dimensions === stride) {
    floats.set(rows, at)
    return
  }
  for (let from = 0, to = at; from < rows.length; from += dimensions, to += stride) {
    floats.set(rows.subarray(from, from + dimensions), to)
    floats.fill(0, to + dimensions, to + stride)
  }
}
