import { vectorKernelWasm } from "./wasm.generated"

// Compiled once, when first asked for; null where the runtime has no WebAssembly, no SIMD or forbids compiling.
let compiled: WebAssembly.Module | null | undefined

/** The compiled kernel, or undefined where the runtime can't run it. */
export function kernelModule(): WebAssembly.Module | undefined {
  if (compiled === undefined) compiled = compile()
  return compiled ?? undefined
}

function compile(): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(Uint8Array.from(atob(vectorKernelWasm), (char) => char.charCodeAt(0)))
  } catch {
    return null
  }
}
