import { createVectorKernel, type VectorKernel } from "../kernel"
import { kernelModule } from "../kernel/module"
import { createSimdRowKeeper } from "./simd"
import type { RowKeeper, VectorRows } from "./vector-rows"

export type { RowKeeper, VectorRows }

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
    read: (out) => out.set(rows),
    release() {},
  }
}
