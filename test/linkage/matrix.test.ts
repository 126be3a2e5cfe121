import fc from "fast-check"
import { afterEach, describe, expect, it, vi } from "vitest"
import type { PairMatrix } from "../../src/linkage/matrix"
import { createPlainPairMatrix } from "../../src/linkage/matrix/plain"
import { createSimdPairMatrix } from "../../src/linkage/matrix/simd"

const kinds = [
  ["plain", createPlainPairMatrix],
  ["simd", (count: number, slots: number) => createSimdPairMatrix(count, slots)!],
] as const

/** Sizes around the 32 items of a square, and matrices of them. */
const sizes = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constantFrom(31, 32, 33, 64, 65, 100))

describe.each(kinds)("pair matrix, %s", (_, create) => {
  it("gives back the rows it was filled with", () => {
    fc.assert(
      fc.property(sizes, (count) => {
        const matrix = filled(create(count, 2), count)
        for (let item = 0; item < count; item++)
          expect(rowOf(matrix, item, count)).toEqual(expectedRow(count, item))
      }),
    )
  })

  it("changes an item's distances in its own row and in all others", () => {
    fc.assert(
      fc.property(sizes, fc.nat(), (count, pick) => {
        const matrix = filled(create(count, 2), count)
        const changed = pick % count
        matrix.slots[1]!.set(
          Array.from({ length: count }, (_, item) => (item === changed ? Infinity : 100 + item)),
        )
        matrix.scatter(changed, 1)
        for (let item = 0; item < count; item++) {
          const expected = expectedRow(count, item).map((distance, other) => {
            if (item === other || (item !== changed && other !== changed)) return distance
            return 100 + (item === changed ? other : item)
          })
          expect(rowOf(matrix, item, count)).toEqual(expected)
        }
      }),
    )
  })

  it("has Infinity for what was dropped", () => {
    const matrix = filled(create(70, 2), 70)
    matrix.drop(0)
    matrix.drop(40)
    const expected = expectedRow(70, 33)
    expected[0] = Infinity
    expected[40] = Infinity
    expect(rowOf(matrix, 33, 70)).toEqual(expected)
  })

  it("finds the first of the least entries", () => {
    const matrix = create(70, 2)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 70, maxLength: 70 }), (entries) => {
        matrix.slots[1]!.set(entries)
        expect(matrix.nearest(1)).toBe(entries.indexOf(Math.min(...entries)))
      }),
    )
  })

  it("mixes two rows, rounded once, and leaves what is equal as it is", () => {
    const entry = fc.oneof(
      fc.constantFrom(0, 2, Infinity, Math.fround(0.1)),
      fc.float({ min: 0, max: 2, noNaN: true }),
    )
    const entries = fc.array(entry, { minLength: 70, maxLength: 70 })
    const matrix = create(70, 3)
    fc.assert(
      fc.property(entries, entries, fc.integer({ min: 1, max: 9 }), (a, b, size) => {
        matrix.slots[1]!.set(a)
        matrix.slots[2]!.set(b)
        const share = size / 10
        matrix.blend(1, 2, share, 1 - share)
        a.forEach((x, at) => {
          const mixed = x === b[at]! ? x : Math.fround(share * x + (1 - share) * b[at]!)
          expect(matrix.slots[1]![at]).toBe(mixed)
        })
      }),
    )
  })
})

describe("averageLinkage without WebAssembly", () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  it("has the same merges, to the bit", async () => {
    const { averageLinkage } = await import("spd-rag")
    vi.resetModules()
    vi.stubGlobal("WebAssembly", undefined)
    const plain = await import("spd-rag")
    // The kernel is compiled, or not, at its first use.
    await plain.averageLinkage([
      [0, 1],
      [1, 0],
    ])
    vi.unstubAllGlobals()
    for (const count of [2, 33, 513, 600]) {
      const matrix = Array.from({ length: count }, (_, i) =>
        Array.from({ length: count }, (_, j) => Math.abs(Math.sin((i + 1) * (j + 1) * 0.7))),
      )
      const { merges } = await plain.averageLinkage(matrix)
      expect(merges.length).toBe(count - 1)
      expect(merges).toEqual((await averageLinkage(matrix)).merges)
    }
  })
})

describe("createSimdPairMatrix", () => {
  it("leaves a matrix that no 32-bit memory holds to the plain one", () => {
    expect(createSimdPairMatrix(50_000, 16)).toBe(undefined)
  })
})

function distanceOf(i: number, j: number): number {
  return i === j ? Infinity : Math.min(i, j) * 1000 + Math.max(i, j)
}

function expectedRow(count: number, item: number): number[] {
  return Array.from({ length: count }, (_, other) => distanceOf(item, other))
}

function filled(matrix: PairMatrix, count: number): PairMatrix {
  for (let i = 0; i < count; i++) matrix.fill(i, Float32Array.from(expectedRow(count, i).slice(i + 1)))
  return matrix
}

/** Without the padding after the last item. */
function rowOf(matrix: PairMatrix, item: number, count: number): number[] {
  matrix.gather(item, 0)
  expect(matrix.slots[0]!.subarray(count).every((entry) => entry === Infinity)).toBe(true)
  return [...matrix.slots[0]!.subarray(0, count)]
}
