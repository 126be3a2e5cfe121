import { instantiateKernel, kernelBase, reserveBytes } from "../../vectors/kernel/exports"
import { kernelModule } from "../../vectors/kernel/module"
import { type PairMatrix, squareSide } from "./index"

/** Undefined where the runtime has no WebAssembly SIMD or the matrix does not fit its 4 GiB. */
export function createSimdPairMatrix(count: number, slotCount: number): PairMatrix | undefined {
  const module = kernelModule()
  if (module === undefined) return undefined
  const kernel = instantiateKernel(module)
  const wide = Math.ceil(count / squareSide)
  const length = wide * squareSide
  const rowBytes = length * 4
  const rowAt = (slot: number) => kernelBase + slot * rowBytes
  // After the slots one row more: 0 for every item there is, Infinity for others.
  const dropped = rowAt(slotCount)
  const pairs = rowAt(slotCount + 1)
  try {
    reserveBytes(kernel.memory, pairs + ((wide * (wide + 1)) / 2) * squareSide ** 2 * 4)
  } catch {
    return undefined
  }
  const { buffer } = kernel.memory
  const droppedRow = new Float32Array(buffer, dropped, length).fill(Infinity, count)
  const slots = Array.from({ length: slotCount }, (_, slot) => new Float32Array(buffer, rowAt(slot), length))
  return {
    slots,
    fill(item, distances) {
      slots[0]!.set(distances, item + 1)
      kernel.scatter(pairs, wide, item, rowAt(0), 0)
    },
    gather(item, slot) {
      kernel.gather(pairs, wide, item, rowAt(slot))
      kernel.raise(rowAt(slot), dropped, rowBytes)
      slots[slot]![item] = Infinity
    },
    scatter: (item, slot) => kernel.scatter(pairs, wide, item, rowAt(slot), 1),
    nearest: (slot) => kernel.leastOf(rowAt(slot), rowBytes),
    blend: (slot, other, share, otherShare) =>
      kernel.blend(rowAt(slot), rowAt(other), share, otherShare, rowBytes),
    drop(item) {
      droppedRow[item] = Infinity
    },
  }
}
