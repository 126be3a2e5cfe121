import fc from "fast-check"
import { afterEach, describe, expect, it, vi } from "vitest"
import { createRowKeeper, type RowKeeper, type VectorRows } from "../../src/vectors/rows"
import { watchKernelMemories } from "../support/kernel-memories"

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const sizes = fc.record({
  count: fc.integer({ min: 1, max: 11 }),
  dimensions: fc.integer({ min: 1, max: 21 }),
})

describe("rows that are kept", () => {
  it("give their dot products, whatever is kept and released around them", () => {
    const keep = createRowKeeper()
    fc.assert(
      fc.property(fc.array(sizes, { minLength: 1, maxLength: 8 }), fc.nat(), (sets, pick) => {
        const kept = sets.map(({ count, dimensions }, seed) => {
          const rows = numbers(count * dimensions, seed + 1)
          return { rows, dimensions, vectors: keep(rows, dimensions) }
        })
        const [gone] = kept.splice(pick % kept.length, 1)
        gone!.vectors.release()
        const added = numbers(40, 99)
        kept.push({ rows: added, dimensions: 4, vectors: keep(added, 4) })
        for (const { rows, dimensions, vectors } of kept) expectDots(vectors, rows, dimensions)
        for (const { vectors } of kept) vectors.release()
      }),
    )
  })

  it("are more than are compared at a time", () => {
    const rows = numbers(9001 * 3, 5)
    expectDots(createRowKeeper()(rows, 3), rows, 3)
  })

  it("have more numbers than the kernel takes", () => {
    const rows = numbers(3 * 20_000, 7)
    expectDots(createRowKeeper()(rows, 20_000), rows, 20_000)
  })

  it("may end where the memory ends", () => {
    const row = numbers(16_384, 7)
    expectDots(createRowKeeper()(row, 16_384), row, 16_384)
  })

  it("do not change with the array they came from", () => {
    for (const dimensions of [4, 20_000]) {
      const rows = numbers(2 * dimensions, 3)
      const vectors = createRowKeeper()(rows, dimensions)
      const before = rows.slice()
      rows.fill(7)
      expectDots(vectors, before, dimensions)
    }
  })

  it("take the memory of those that were released", () => {
    const { keep, memory } = watchedKeeper()
    const rows = numbers(1000 * 64, 1)
    let vectors = keep(rows, 64)
    const { byteLength } = memory().buffer
    for (let round = 0; round < 20; round++) {
      vectors.release()
      vectors = keep(rows, 64)
    }
    expect(memory().buffer.byteLength).toBe(byteLength)
  })

  it("are kept outside where the kernel's memory can't grow", () => {
    const { keep, memory } = watchedKeeper()
    const inside = numbers(8, 1)
    const before = keep(inside, 4)
    const grow = vi.fn(() => {
      throw new RangeError("no more")
    })
    memory().grow = grow
    const rows = numbers(20_000 * 4, 2)
    expectDots(keep(rows, 4), rows, 4)
    const small = numbers(16, 3)
    expectDots(keep(small, 4), small, 4)
    expectDots(before, inside, 4)
    expect(grow).toHaveBeenCalledTimes(1)
  })

  it("need no WebAssembly", async () => {
    vi.stubGlobal("WebAssembly", undefined)
    vi.resetModules()
    const plain = await import("../../src/vectors/rows")
    const rows = numbers(7 * 9, 2)
    expectDots(plain.createRowKeeper()(rows, 9), rows, 9)
  })
})

function watchedKeeper(): { keep: RowKeeper; memory: () => WebAssembly.Memory } {
  const memories = watchKernelMemories()
  return { keep: createRowKeeper(), memory: () => memories[0]! }
}

function expectDots(vectors: VectorRows, rows: Float32Array, dimensions: number) {
  const query = numbers(dimensions, 42)
  const out = new Float32Array(rows.length / dimensions)
  vectors.dots(query, out)
  const errors = out.map((dot, r) => {
    return Math.abs(dot - query.reduce((sum, x, k) => sum + x * rows[r * dimensions + k]!, 0))
  })
  expect(Math.max(...errors)).toBeLessThan(1e-5 + 2e-6 * dimensions)
}

function numbers(length: number, seed: number): Float32Array {
  return Float32Array.from({ length }, (_, i) => Math.sin(seed * 12.9898 + i * 78.233))
}
