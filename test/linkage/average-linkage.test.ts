import fc from "fast-check"
import { agnes, type Cluster } from "ml-hclust"
import { averageLinkage, cosineDistances, type Dendrogram, InvalidArgumentError } from "spd-rag"
import { describe, expect, it } from "vitest"
import { abortAfterTurns, slowMachine } from "../support/turns"

const matrices = fc
  .integer({ min: 1, max: 30 })
  .chain((n) =>
    fc.array(fc.array(fc.double({ min: 0, max: 2, noNaN: true }), { minLength: n, maxLength: n }), {
      minLength: n,
      maxLength: n,
    }),
  )
  .map((rows) =>
    rows.map((row, i) => row.map((_, j) => (i === j ? 0 : rows[Math.min(i, j)]![Math.max(i, j)]!))),
  )

describe("averageLinkage", () => {
  it.each([1, 2, 3, 5, 17, 64, 200])("has the heights of ml-hclust on %i random points", async (n) => {
    const matrix = randomMatrix(n, n)
    expectSameHeights(await averageLinkage(matrix), agnesHeights(matrix))
  })

  it("has the heights of ml-hclust on equal points in groups", async () => {
    for (let n = 2; n <= 200; n += 33) {
      const points = randomPoints(7, n, 8)
      const vectors = Array.from({ length: n }, (_, i) => points[i % 7]!)
      const matrix = vectors.map((a) => vectors.map((b) => 1 - a.reduce((sum, x, k) => sum + x * b[k]!, 0)))
      expectSameHeights(await averageLinkage(await cosineDistances(vectors)), agnesHeights(matrix))
    }
  })

  it("merges a closest pair each time, ties or not", async () => {
    await fc.assert(
      fc.asyncProperty(matrices, async (matrix) => {
        expectClosestFirst(matrix, await averageLinkage(matrix))
      }),
      { numRuns: 60 },
    )
  })

  it("is a tree of all leaves, rising in height, whatever the numbers are", async () => {
    const entry = fc.oneof(fc.constantFrom(NaN, Infinity, -Infinity, 0, 1, -1, 1e300), fc.double())
    const anything = fc
      .integer({ min: 0, max: 30 })
      .chain((n) => fc.array(fc.array(entry, { minLength: n, maxLength: n }), { minLength: n, maxLength: n }))
    await fc.assert(
      fc.asyncProperty(anything, async (matrix) => {
        expectTree(await averageLinkage(matrix), matrix.length)
      }),
    )
  })

  it.each([
    ["zero", 0],
    ["NaN", NaN],
    ["equal", 0.5],
  ])("makes one tree of %s vectors", async (_, value) => {
    const vectors = Array.from({ length: 50 }, () => [value, value, value])
    expectTree(await averageLinkage(await cosineDistances(vectors)), 50)
  })

  it("breaks ties by position", async () => {
    const equal = Array.from({ length: 4 }, () => [1, 1, 1, 1])
    expect((await averageLinkage(equal)).merges).toEqual([
      [0, 1, 1],
      [4, 2, 1],
      [5, 3, 1],
    ])
  })

  it("takes what is not finite as the farthest", async () => {
    const matrix = [
      [0, NaN, 3],
      [NaN, 0, 1],
      [3, 1, 0],
    ]
    expect((await averageLinkage(matrix)).merges).toEqual([
      [1, 2, 1],
      [0, 3, 3],
    ])
  })

  it("has no merges for no items and for one", async () => {
    expect(await averageLinkage([])).toEqual({ merges: [] })
    expect(await averageLinkage(await cosineDistances([[1, 2]]))).toEqual({ merges: [] })
  })

  it("leaves its input as it is", async () => {
    const distances = await cosineDistances(randomPoints(20, 3, 4))
    const before = Float32Array.from(distances.condensed)
    await averageLinkage(distances)
    expect(distances.condensed).toEqual(before)
  })

  it("refuses a matrix that is not square", async () => {
    await expect(averageLinkage([[0, 1], [1]])).rejects.toThrow(InvalidArgumentError)
  })

  it("stops with the reason of the signal, also in the middle", async () => {
    const reason = { stop: true }
    await expect(averageLinkage([[0]], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const distances = await cosineDistances(randomPoints(3000, 5, 4))
    const controller = new AbortController()
    slowMachine()
    const running = averageLinkage(distances, { signal: controller.signal })
    void abortAfterTurns(controller, reason, 2)
    await expect(running).rejects.toBe(reason)
  })
})

function expectSameHeights(dendrogram: Dendrogram, heights: readonly number[]) {
  expect(dendrogram.merges.length).toBe(heights.length)
  dendrogram.merges.forEach(([, , height], k) => {
    expect(Math.abs(height - heights[k]!)).toBeLessThan(1e-5)
  })
}

function expectTree({ merges }: Dendrogram, count: number) {
  expect(merges.length).toBe(Math.max(0, count - 1))
  const smallest = Array.from({ length: count }, (_, i) => i)
  const used = new Set<number>()
  merges.forEach(([left, right, height], k) => {
    expect(left < count + k && right < count + k && !used.has(left) && !used.has(right)).toBe(true)
    expect(smallest[left]).toBeLessThan(smallest[right]!)
    expect(Number.isFinite(height)).toBe(true)
    if (k > 0) expect(height).toBeGreaterThanOrEqual(merges[k - 1]![2])
    used.add(left).add(right)
    smallest.push(smallest[left]!)
  })
  expect(used.size).toBe(2 * merges.length)
}

function agnesHeights(matrix: number[][]): number[] {
  const heights: number[] = []
  agnes(matrix, { method: "average", isDistanceMatrix: true }).traverse((cluster: Cluster) => {
    if (!cluster.isLeaf) heights.push(cluster.height)
  })
  return heights.sort((a, b) => a - b)
}

/** The definition, whichever of equally near pairs comes first: each merge joins a closest pair of clusters. */
function expectClosestFirst(matrix: readonly (readonly number[])[], { merges }: Dendrogram) {
  const clusters = new Map(matrix.map((_, i) => [i, [i]]))
  merges.forEach(([left, right, height], k) => {
    const [a, b] = [clusters.get(left)!, clusters.get(right)!]
    expect(Math.abs(meanDistance(matrix, a, b) - height)).toBeLessThan(1e-5)
    const members = [...clusters.values()]
    const least = Math.min(
      ...members.flatMap((x, i) => members.slice(i + 1).map((y) => meanDistance(matrix, x, y))),
    )
    expect(height).toBeLessThan(least + 1e-5)
    clusters.delete(left)
    clusters.delete(right)
    clusters.set(matrix.length + k, [...a, ...b])
  })
}

function meanDistance(matrix: readonly (readonly number[])[], a: readonly number[], b: readonly number[]) {
  let sum = 0
  for (const i of a) for (const j of b) sum += matrix[i]![j]!
  return sum / (a.length * b.length)
}

function randomMatrix(n: number, seed: number): number[][] {
  const points = randomPoints(n, seed, 16)
  return points.map((a) => points.map((b) => Math.max(0, 1 - a.reduce((sum, x, k) => sum + x * b[k]!, 0))))
}

/** Unit vectors from a small generator, so that every run sees the same ones. */
function randomPoints(n: number, seed: number, dimensions: number): number[][] {
  let state = seed * 2654435761 + 1
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32 - 0.5
  }
  return Array.from({ length: n }, () => {
    const point = Array.from({ length: dimensions }, next)
    const norm = Math.hypot(...point)
    return point.map((x) => x / norm)
  })
}
