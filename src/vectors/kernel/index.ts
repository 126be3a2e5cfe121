import { kernelModule } from "./module"
import { createPlainVectorKernel } from "./plain"
import { createSimdVectorKernel } from "./simd"
import type { VectorKernel } from "./vector-kernel"

export type { VectorKernel }

/** A kernel on WebAssembly SIMD where there is one, else in plain JavaScript; results agree within 1e-5. */
export function createVectorKernel(): VectorKernel {
  const module = kernelModule()
  return module === undefined ? createPlainVectorKernel() : createSimdVectorKernel(module)
}
