import { instantiateKernel, kernelBase, reserveBytes } from "./exports"
import type { VectorKernel } from "./vector-kernel"

/** Floats copied in at a time: 128 KiB, and as much interleaved, stay in a core's second-level cache. */
const pieceFloats = 1 << 15

/**
 * The kernel on WebAssembly SIMD. Its memory is one copy of the left rows, and of the right ones a piece and its
 * interleaved copy. A single left row is not interleaved.
 */
export function createSimdVectorKernel(module: WebAssembly.Module): VectorKernel {
  const { memory, dots, dotsOfOne, interleave } = instantiateKernel(module)
  let floats = new Float32Array(memory.buffer)
  let dimensions = 0
  let stride = 0
  let leftCount = 0
  let pieceRows = 0
  const leftAt = kernelBase
  let pieceAt = 0
  let streamAt = 0
  let outAt = 0
  const copyPiece = (rows: Float32Array, from: number, count: number) => {
    const piece = rows.subarray(from * dimensions, (from + count) * dimensions)
    copyRows(floats, pieceAt / 4, piece, dimensions, stride)
  }
  return {
    kind: "simd",
    load(rows, rowDimensions) {
      dimensions = rowDimensions
      if (dimensions === 0) return
      stride = upToFour(dimensions)
      leftCount = rows.length / dimensions
      pieceRows = Math.max(4, Math.floor(pieceFloats / stride / 4) * 4)
      pieceAt = leftAt + upToFour(leftCount) * stride * 4
      streamAt = pieceAt + pieceRows * stride * 4
      outAt = streamAt + pieceRows * stride * 4
      reserveBytes(memory, outAt + upToFour(leftCount) * pieceRows * 4)
      if (floats.buffer !== memory.buffer) floats = new Float32Array(memory.buffer)
      if (leftCount === 1) {
        copyRows(floats, leftAt / 4, rows, dimensions, stride)
        return
      }
      for (let from = 0; from < leftCount; from += pieceRows) {
        const count = Math.min(pieceRows, leftCount - from)
        copyPiece(rows, from, count)
        interleave(pieceAt, upToFour(count), stride * 4, 4, leftAt + from * stride * 4)
      }
    },
    dots(right, tall, out) {
      if (dimensions === 0) return
      const rightCount = right.length / dimensions
      for (let from = 0; from < rightCount; from += pieceRows) {
        const count = Math.min(pieceRows, rightCount - from)
        const wide = upToFour(count)
        copyPiece(right, from, count)
        if (leftCount === 1) dotsOfOne(leftAt, pieceAt, wide, stride * 4, outAt)
        else {
          interleave(pieceAt, wide, stride * 4, 2, streamAt)
          dots(leftAt, upToFour(tall), streamAt, wide, stride * 4, outAt)
        }
        for (let r = 0; r < tall; r++) {
          const row = outAt / 4 + r * wide
          for (let c = 0; c < count; c++) out[r * rightCount + from + c] = floats[row + c]!
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
