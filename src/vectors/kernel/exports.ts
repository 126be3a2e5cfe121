/** What `vector-kernel/assembly` exports; addresses and lengths in bytes. */
export interface KernelExports {
  readonly memory: WebAssembly.Memory
  dots(left: number, leftCount: number, right: number, rightCount: number, stride: number, out: number): void
  dotsOfOne(left: number, right: number, rightCount: number, stride: number, out: number): void
  interleave(rows: number, count: number, stride: number, group: number, out: number): void
  gather(pairs: number, wide: number, item: number, row: number): void
  scatter(pairs: number, wide: number, item: number, row: number, all: number): void
  leastOf(row: number, bytes: number): number
  blend(row: number, other: number, share: number, otherShare: number, bytes: number): void
  raise(row: number, other: number, bytes: number): void
}

/** Data starts here; address 0 is left alone. */
export const kernelBase = 1024

const pageBytes = 65_536

/** The kernel with a memory of its own. */
export function instantiateKernel(module: WebAssembly.Module): KernelExports {
  return new WebAssembly.Instance(module).exports as unknown as KernelExports
}

/** Grows a memory to `bytes` at least. Views of it made before are then empty. @throws RangeError where it can't. */
export function reserveBytes(memory: WebAssembly.Memory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
}
