import type { VectorKernel } from "./vector-kernel"

/** The kernel in plain JavaScript, for runtimes without WebAssembly SIMD. */
export function createPlainVectorKernel(): VectorKernel {
  let left: Float32Array = new Float32Array(0)
  let dimensions = 0
  return {
    kind: "plain",
    load(rows, rowDimensions) {
      left = rows
      dimensions = rowDimensions
    },
    dots(right, tall, out) {
      const wide = dimensions === 0 ? 0 : right.length / dimensions
      for (let r = 0; r < tall; r++) {
        for (let c = 0; c < wide; c++) {
          out[r * wide + c] = dot(left, r * dimensions, right, c * dimensions, dimensions)
        }
      }
    },
  }
}

/** Four sums at once: one would wait for its own last addition, which is the slow part. */
function dot(a: Float32Array, from: number, b: Float32Array, at: number, length: number): number {
  let sum0 = 0
  let sum1 = 0
  let sum2 = 0
  let sum3 = 0
  let k = 0
  for (; k + 4 <= length; k += 4) {
    sum0 += a[from + k]! * b[at + k]!
    sum1 += a[from + k + 1]! * b[at + k + 1]!
    sum2 += a[from + k + 2]! * b[at + k + 2]!
    sum3 += a[from + k + 3]! * b[at + k + 3]!
  }
  for (; k < length; k++) sum0 += a[from + k]! * b[at + k]!
  return sum0 + sum1 + (sum2 + sum3)
}
