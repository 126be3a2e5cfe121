import { createVectorKernel, type VectorKernel } from "./vector-kernel"
import { kernelModule } from "./vector-kernel-module"
import { createSimdRowKeeper } from "./vector-rows-simd"

/** Vectors of one length that are kept to be compared with many queries. */
export interface VectorRows {
  /** Writes `out[r]`, the dot product of the query and row r. */
  dots(query: Float32Array, out: Float32Array): void
  /** Frees their memory; they are not used any more. */
  release(): void
}

/** Copies rows that lie one after the other, to keep them. There is a row at least, and a number in it. */
export type RowKeeper = (rows: Float32Array, dimensions: number) => VectorRows

/**
 * Keeps rows in the memory of a kernel of its own, where a search reads them once and in place, up to its 4 GiB;
 * what has no place there is kept beside it, and copied in pieces at every search.
 */
export function createRowKeeper(): RowKeeper {
  const module = kernelModule()
  const keepInside = module === undefined ? undefined : createSimdRowKeeper(module)
  let kernel: VectorKernel | undefined
  return (rows, dimensions) => {
    const inside = keepInside?.(rows, dimensions)
    if (inside !== undefined) return inside
    kernel ??= createVectorKernel()
    return keepBeside(kernel, rows.slice(), dimensions)
  }
}

function keepBeside(kernel: VectorKernel, rows: Float32Array, dimensions: number): VectorRows {
  return {
    dots(query, out) {
      kernel.load(query, dimensions)
      kernel.dots(rows, 1, out)
    },
    release() {},
  }
}
