import type { SQLite } from "./peer"

/** How far the memory of an instance may grow, whatever SQLite itself counts. */
export interface MemoryCeiling {
  /** Bytes that it has grown since it was started. */
  readonly grownBytes: number
  /** From now on it may grow by so many bytes more. */
  allow(moreBytes: number): void
  /** As `allow`, where that is less, until the work has ended. */
  during<T>(moreBytes: number, work: () => T): T
}

const pageBytes = 65_536

/** Growth beyond the ceiling fails, which SQLite takes for a machine that has no more memory. */
export function memoryCeiling({ wasm }: SQLite): MemoryCeiling {
  const { memory } = wasm
  const startBytes = memory.buffer.byteLength
  const grow = memory.grow.bind(memory)
  let mostBytes = startBytes
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * pageBytes > mostBytes)
      throw new RangeError("The memory of SQLite is full.")
    return grow(pages)
  }
  return {
    get grownBytes() {
      return memory.buffer.byteLength - startBytes
    },
    allow(moreBytes) {
      mostBytes = memory.buffer.byteLength + moreBytes
    },
    during(moreBytes, work) {
      const before = mostBytes
      mostBytes = Math.min(before, memory.buffer.byteLength + moreBytes)
      try {
        return work()
      } finally {
        mostBytes = before
      }
    },
  }
}
