import { vi } from "vitest"
import { kernelModule } from "../../src/vectors/kernel/module"

/** The memories of all kernels made from now on, until globals are unstubbed. */
export function watchKernelMemories(): readonly WebAssembly.Memory[] {
  // Compiled before, since the stub is no constructor of modules.
  kernelModule()
  const { Instance } = WebAssembly
  const memories: WebAssembly.Memory[] = []
  vi.stubGlobal("WebAssembly", {
    Instance: function watched(module: WebAssembly.Module) {
      const instance = new Instance(module)
      memories.push(instance.exports.memory as WebAssembly.Memory)
      return instance
    },
  })
  return memories
}
