import type { VectorKernel } from "./vector-kernel"
import { vectorKernelWasm } from "./vector-kernel-wasm"

interface Exports {
  readonly memory: WebAssembly.Memory
  dots(left: number, leftCount: number, right: number, rightCount: number, stride: number, out: number): void
}

/** Floats of right rows that the kernel's memory takes in at a time: 256 KiB stay in a core's second-level cache. */
const pieceFloats = 1 << 16
/** Rows start here; address 0 is left alone. */
const base = 1024
const pageBytes = 65_536

// Compiled once, when first asked for; null where the runtime has no WebAssembly, no SIMD or forbids compiling.
let compiled: WebAssembly.Module | null | undefined

/** The kernel on WebAssembly SIMD, or undefined where the runtime can't run it. Its memory is one copy of the left rows and a piece of the right ones. */
export function createSimdVectorKernel(): VectorKernel | undefined {
  if (compiled === undefined) compiled = compile()
  if (compiled === null) return undefined
  const { memory, dots } = new WebAssembly.Instance(compiled).exports as unknown as Exports
  let dimensions = 0
  let stride = 0
  let leftBytes = 0
  return {
    kind: "simd",
    load(rows, rowDimensions) {
      dimensions = rowDimensions
      stride = Math.ceil(dimensions / 4) * 4
      const count = dimensions === 0 ? 0 : rows.length / dimensions
      leftBytes = count * stride * 4
      copyRows(floatsOf(memory, base + leftBytes), base / 4, rows, dimensions, stride)
    },
    dots(right, leftCount, out) {
      if (dimensions === 0) return
      const count = right.length / dimensions
      const pieceRows = Math.max(2, Math.floor(pieceFloats / stride / 2) * 2)
      const rightAt = base + leftBytes
      const outAt = rightAt + Math.min(pieceRows, count + 1) * stride * 4
      const floats = floatsOf(memory, outAt + leftCount * Math.min(pieceRows, count + 1) * 4)
      for (let from = 0; from < count; from += pieceRows) {
        const rows = Math.min(pieceRows, count - from)
        copyRows(
          floats,
          rightAt / 4,
          right.subarray(from * dimensions, (from + rows) * dimensions),
          dimensions,
          stride,
        )
        const wide = rows + (rows % 2)
        dots(base, leftCount, rightAt, wide, stride * 4, outAt)
        for (let r = 0; r < leftCount; r++) {
          const row = outAt / 4 + r * wide
          out.set(floats.subarray(row, row + rows), r * count + from)
        }
      }
    },
  }
}

function compile(): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(Uint8Array.from(atob(vectorKernelWasm), (char) => char.charCodeAt(0)))
  } catch {
    return null
  }
}

function floatsOf(memory: WebAssembly.Memory, bytes: number): Float32Array {
  const missing = bytes - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
  return new Float32Array(memory.buffer)
}

/** Rows are padded with zeros to a multiple of four floats. */
function copyRows(
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
