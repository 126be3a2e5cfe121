import fc from "fast-check"
import { similarity } from "ml-distance"
import { cosineDistances, type Distances, InvalidArgumentError } from "spd-rag"
import { describe, expect, it } from "vitest"
import { abortAfterTurns, slowMachine, turnsUntilSettled } from "../support/turns"

const vectorSets = fc
  .tuple(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 19 }))
  .chain(([count, dimensions]) => {
    const coordinate = fc.oneof(
      { arbitrary: fc.double({ min: -9, max: 9, noNaN: true }), weight: 9 },
      fc.double(),
    )
    const vector = fc.array(coordinate, { minLength: dimensions, maxLength: dimensions })
    return fc.array(vector, { minLength: count, maxLength: count })
  })

describe("cosineDistances", () => {
  it("is one minus the cosine of every pair, and 1 where a vector has no direction", async () => {
    await fc.assert(
      fc.asyncProperty(vectorSets, async (vectors) => {
        const distances = await cosineDistances(vectors)
        const units = vectors.map(unit)
        forEachPair(distances, (i, j, distance) => {
          const reference = 1 - dot(units[i]!, units[j]!)
          if (!(Math.abs(distance - reference) < 1e-5))
            expect.fail(`${i} ${j}: ${distance}, not ${reference}`)
        })
      }),
    )
  })

  it("agrees with ml-distance across blocks of rows", async () => {
    const vectors = waves(700, 37)
    forEachPair(await cosineDistances(vectors), (i, j, distance) => {
      const reference = 1 - similarity.cosine(vectors[i]!, vectors[j]!)
      if (Math.abs(distance - reference) >= 1e-5) expect.fail(`${i} ${j}: ${distance}, not ${reference}`)
    })
  })

  it("gives equal vectors equal distances, wherever they stand", async () => {
    const points = waves(5, 33)
    const { count, condensed } = await cosineDistances(Array.from({ length: 303 }, (_, i) => points[i % 5]!))
    const seen = new Map<string, number>()
    forEachPair({ count, condensed }, (i, j, distance) => {
      const key = [i % 5, j % 5].sort().join()
      if (!Object.is(distance, seen.get(key) ?? distance)) expect.fail(`${i} ${j}: ${distance}`)
      seen.set(key, distance)
    })
    expect(seen.size).toBe(15)
  })

  it("keeps to [0, 2] and one float32 a pair", async () => {
    const { condensed } = await cosineDistances([[1, 1], [-1, -1], [1, 1], Float32Array.of(0.1, 0.3)])
    expect(condensed).toBeInstanceOf(Float32Array)
    expect(condensed.length).toBe(6)
    expect(Math.min(...condensed)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...condensed)).toBeLessThanOrEqual(2)
    expect(condensed[0]).toBeCloseTo(2, 5)
    expect(condensed[1]).toBeCloseTo(0, 5)
  })

  it("takes no vectors, one, and vectors without coordinates", async () => {
    expect((await cosineDistances([])).condensed.length).toBe(0)
    expect((await cosineDistances([[1]])).condensed.length).toBe(0)
    expect([...(await cosineDistances([[], [], []])).condensed]).toEqual([1, 1, 1])
  })

  it("refuses vectors of unequal length", async () => {
    const error = await cosineDistances([[1, 2], [3]]).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(InvalidArgumentError)
    expect((error as Error).message).toContain("vectors[1].length")
  })

  it("stops with the reason of the signal, before it starts and in the middle", async () => {
    const reason = new Error("enough")
    await expect(cosineDistances([[1]], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const controller = new AbortController()
    slowMachine()
    const running = cosineDistances(waves(1500, 256), { signal: controller.signal })
    void abortAfterTurns(controller, reason, 2)
    await expect(running).rejects.toBe(reason)
  })

  it("gives the event loop its turns during long work", async () => {
    slowMachine()
    const count = 300
    // A turn after each row that is normalized and several more for the pairs, where each step takes its whole slice.
    expect(await turnsUntilSettled(cosineDistances(waves(count, 256)))).toBeGreaterThan(count)
  })
})

function forEachPair(
  { count, condensed }: Distances,
  visit: (i: number, j: number, distance: number) => void,
) {
  let at = 0
  for (let i = 0; i < count; i++) for (let j = i + 1; j < count; j++) visit(i, j, condensed[at++]!)
  expect(at).toBe(condensed.length)
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, k) => sum + value * b[k]!, 0)

function unit(vector: readonly number[]): number[] {
  const largest = Math.max(...vector.map(Math.abs))
  if (!(largest > 0 && largest < Infinity)) return vector.map(() => 0)
  const scaled = vector.map((value) => value / largest)
  const norm = Math.hypot(...scaled)
  return scaled.map((value) => value / norm)
}

function waves(count: number, dimensions: number): number[][] {
  return Array.from({ length: count }, (_, i) =>
    Array.from({ length: dimensions }, (_, k) => Math.sin(i * 12.9898 + k * 78.233 + i * k * 0.37)),
  )
}
