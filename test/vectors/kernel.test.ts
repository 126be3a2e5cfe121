import { readFileSync } from "node:fs"
import fc from "fast-check"
import { afterEach, describe, expect, it, vi } from "vitest"
import { createVectorKernel, type VectorKernel } from "../../src/vectors/kernel"
import { compiledKernel, target } from "../../src/vectors/kernel/assembly/build"
import { kernelModule } from "../../src/vectors/kernel/module"
import { createPlainVectorKernel } from "../../src/vectors/kernel/plain"
import { createSimdVectorKernel } from "../../src/vectors/kernel/simd"
import { normalizeInto } from "../../src/vectors/normalize-into"
import { watchKernelMemories } from "../support/kernel-memories"

const kernels = [
  ["plain", createPlainVectorKernel],
  ["simd", () => createSimdVectorKernel(kernelModule()!)],
] as const

const floats = (length: number) =>
  fc.float32Array({ minLength: length, maxLength: length, min: -1, max: 1, noNaN: true })
const size = (max: number) => fc.integer({ min: 1, max })
const blocks = fc.tuple(size(11), size(9), size(21)).chain(([left, right, dimensions]) =>
  fc.record({
    left: floats(left * dimensions),
    right: floats(right * dimensions),
    dimensions: fc.constant(dimensions),
  }),
)

describe.each(kernels)("vector kernel, %s", (kind, create) => {
  it("gives the dot product of every pair of rows", () => {
    const kernel = create()
    expect(kernel.kind).toBe(kind)
    fc.assert(
      fc.property(blocks, ({ left, right, dimensions }) => {
        const dots = allDots(kernel, left, right, dimensions)
        const n = right.length / dimensions
        expect(dots.length).toBe((left.length / dimensions) * n)
        dots.forEach((dot, at) => {
          const a = rowOf(left, Math.floor(at / n), dimensions)
          const b = rowOf(right, at % n, dimensions)
          expect(Math.abs(dot - a.reduce((sum, x, k) => sum + x * b[k]!, 0))).toBeLessThan(1e-5)
        })
      }),
    )
  })

  it("gives a pair one value wherever its rows lie", () => {
    const [a, b] = [unitWaves(1, 1539, 0.3), unitWaves(1, 1539, 0.7)]
    const kernel = create()
    const alone = allDots(kernel, a, b, 1539)[0]
    const many = allDots(kernel, repeat(a, 7), repeat(b, 99), 1539)
    expect(many.length).toBe(693)
    expect(new Set(many)).toEqual(new Set([alone]))
  })

  it("computes the first left rows only when asked so", () => {
    const kernel = create()
    kernel.load(unitWaves(6, 8, 0.1), 8)
    const out = new Float32Array(12).fill(9)
    kernel.dots(unitWaves(3, 8, 0.2), 2, out)
    expect([...out.keys()].filter((at) => out[at] === 9)).toEqual([6, 7, 8, 9, 10, 11])
  })

  it("takes no rows, and rows without coordinates", () => {
    const kernel = create()
    expect([...allDots(kernel, new Float32Array(0), new Float32Array(8), 4)]).toEqual([])
    expect([...allDots(kernel, new Float32Array(8), new Float32Array(0), 4)]).toEqual([])
    kernel.load(new Float32Array(0), 0)
    kernel.dots(new Float32Array(0), 0, new Float32Array(0))
  })
})

describe("createVectorKernel", () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  it("runs on SIMD where there is WebAssembly", () => {
    expect(createVectorKernel().kind).toBe("simd")
  })

  it.each([
    ["no WebAssembly", undefined],
    ["WebAssembly that may not compile", { Module: forbidden }],
  ])("falls back with %s, to results within 1e-5", async (_, webAssembly) => {
    vi.stubGlobal("WebAssembly", webAssembly)
    vi.resetModules()
    const { createVectorKernel: createWithout } = await import("../../src/vectors/kernel")
    const plain = createWithout()
    expect(plain.kind).toBe("plain")
    vi.unstubAllGlobals()
    const [left, right] = [unitWaves(40, 1536, 0.37), unitWaves(40, 1536, 0.11)]
    const expected = allDots(plain, left, right, 1536)
    const actual = allDots(createSimdVectorKernel(kernelModule()!), left, right, 1536)
    actual.forEach((dot, at) => {
      expect(Math.abs(dot - expected[at]!)).toBeLessThan(1e-5)
    })
  })

  it("keeps its memory to the left rows and a piece of the right ones", () => {
    const memories = watchKernelMemories()
    const kernel = createSimdVectorKernel(kernelModule()!)
    const [left, right] = [unitWaves(1, 256, 0.1), unitWaves(5_000, 256, 0.2)]
    expect(right.byteLength).toBeGreaterThan(8 * 512 * 1024)
    for (let round = 0; round < 3; round++) allDots(kernel, left, right, 256)
    expect(memories.length).toBe(1)
    expect(memories[0]!.buffer.byteLength).toBeLessThan(512 * 1024)
  })
})

describe("normalizeInto", () => {
  it("gives unit length to any direction, however large or small", () => {
    for (const scale of [1, 1e-300, 5e-324, 1e300, 1e-30]) {
      const out = new Float32Array(3)
      expect(normalizeInto([0, -scale, scale], out)).toBe(true)
      expect(out[1]).toBeCloseTo(-Math.SQRT1_2, 6)
      expect(out[2]).toBeCloseTo(Math.SQRT1_2, 6)
    }
  })

  it("gives zeros where there is no direction", () => {
    for (const vector of [
      [0, 0],
      [1, NaN],
      [NaN, 1],
      [Infinity, 1],
      [-Infinity, NaN],
    ]) {
      const out = Float32Array.of(7, 7, 7, 7)
      expect(normalizeInto(vector, out, 1)).toBe(false)
      expect([...out]).toEqual([7, 0, 0, 7])
    }
  })
})

describe("the compiled kernel in the sources", () => {
  it("is what its source compiles to: else run `npm run build:kernel`", async () => {
    expect(await compiledKernel()).toBe(readFileSync(target, "utf8"))
  })
})

function forbidden(): never {
  throw new Error("Wasm code generation disallowed by embedder")
}

function allDots(
  kernel: VectorKernel,
  left: Float32Array,
  right: Float32Array,
  dimensions: number,
): Float32Array {
  const leftCount = left.length / dimensions
  const out = new Float32Array((leftCount * right.length) / dimensions)
  kernel.load(left, dimensions)
  kernel.dots(right, leftCount, out)
  return out
}

function rowOf(rows: Float32Array, row: number, dimensions: number): Float32Array {
  return rows.subarray(row * dimensions, (row + 1) * dimensions)
}

function unitWaves(count: number, dimensions: number, step: number): Float32Array {
  const rows = new Float32Array(count * dimensions)
  for (let i = 0; i < count; i++) {
    normalizeInto(
      Array.from({ length: dimensions }, (_, k) => Math.sin(i + (i + 1) * k * step)),
      rows,
      i * dimensions,
    )
  }
  return rows
}

function repeat(row: Float32Array, times: number): Float32Array {
  const rows = new Float32Array(row.length * times)
  for (let i = 0; i < times; i++) rows.set(row, i * row.length)
  return rows
}
