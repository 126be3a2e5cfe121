import fc from "fast-check"
import { averageLinkage, cosineDistances, type Dendrogram, InvalidArgumentError, packBatches } from "spd-rag"
import { describe, expect, it } from "vitest"

/** Any tree over the items: two of the clusters that are left become one, again and again. */
const requests = fc
  .tuple(fc.integer({ min: 1, max: 80 }), fc.infiniteStream(fc.nat()), fc.integer({ min: 1, max: 100 }))
  .chain(([count, choices, budget]) =>
    fc.record({
      tokens: fc.array(fc.nat({ max: budget }), { minLength: count, maxLength: count }),
      dendrogram: fc.constant(treeOf(count, () => choices.next().value as number)),
      budget: fc.constant(budget),
    }),
  )

describe("packBatches", () => {
  it.each(["close-to-fewest", "subtrees"] as const)("partitions within the budget, rule %s", (rule) => {
    fc.assert(
      fc.property(requests, (request) => {
        const batches = packBatches({ ...request, rule })
        expect(batches.flat().sort((a, b) => a - b)).toEqual(request.tokens.map((_, i) => i))
        for (const batch of batches) {
          expect(batch.reduce((sum, i) => sum + request.tokens[i]!, 0)).toBeLessThanOrEqual(request.budget)
          expect(batch).toEqual([...batch].sort((a, b) => a - b))
        }
        expect(batches.map((batch) => batch[0])).toEqual(
          batches.map((batch) => batch[0]!).sort((a, b) => a - b),
        )
      }),
    )
  })

  it("makes batches of the largest whole subtrees under the published rule", () => {
    fc.assert(
      fc.property(requests, (request) => {
        const batches = packBatches({ ...request, rule: "subtrees" })
        expect(batches.map(String).sort()).toEqual(largestSubtrees(request).map(String).sort())
      }),
    )
  })

  it("keeps whole subtrees together, or makes at most 1.2 times the fewest batches and keeps no fewer pairs", () => {
    fc.assert(
      fc.property(requests, (request) => {
        const batches = packBatches(request)
        const subtrees = packBatches({ ...request, rule: "subtrees" })
        const batchOf = new Map(batches.flatMap((batch, b) => batch.map((item) => [item, b] as const)))
        if (subtrees.every((group) => new Set(group.map((item) => batchOf.get(item))).size === 1)) return
        expect(batches.length).toBeLessThanOrEqual(1.2 * fewest(request))
        expect(pairsIn(batches)).toBeGreaterThanOrEqual(pairsIn(subtrees))
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    [400, 6],
    [400, 25],
    [1000, 12],
    [1000, 50],
    [1000, 100],
  ])(
    "makes at most 1.2 times the fewest batches: %i findings of log-normal size, about %i a batch",
    async (n, perBatch) => {
      for (const topics of [1, 12, 60]) {
        const random = generator(n + topics)
        const { tokens, vectors } = findings(n, topics, random)
        const dendrogram = await averageLinkage(await cosineDistances(vectors))
        const total = tokens.reduce((sum, size) => sum + size, 0)
        const budget = Math.max(Math.max(...tokens), Math.round((total / n) * perBatch))
        const batches = packBatches({ tokens, dendrogram, budget })
        expect(batches.length).toBeLessThanOrEqual(1.2 * fewest({ tokens, budget }))
      }
    },
  )

  it("takes a few subtrees apart where whole ones waste room", () => {
    const tokens = Array.from({ length: 64 }, () => 1)
    const dendrogram = tree(...Array.from({ length: 63 }, (_, k) => [2 * k, 2 * k + 1] as const))
    expect(packBatches({ tokens, dendrogram, budget: 15, rule: "subtrees" }).length).toBe(8)
    const batches = packBatches({ tokens, dendrogram, budget: 15 })
    expect(batches.length).toBe(6)
    expect(batches.flat().sort((a, b) => a - b)).toEqual(tokens.map((_, i) => i))
  })

  it("packs leftovers that fit together", () => {
    const tokens = [6, 3, 6, 3]
    const dendrogram = tree([0, 2], [4, 1], [5, 3])
    expect(packBatches({ tokens, dendrogram, budget: 9, rule: "subtrees" })).toEqual([[0], [1], [2], [3]])
    expect(packBatches({ tokens, dendrogram, budget: 9 }).length).toBe(2)
  })

  it("leaves items that fit with no other alone", () => {
    const tokens = Array.from({ length: 40 }, () => 6)
    const dendrogram = treeOf(40, () => 0)
    expect(packBatches({ tokens, dendrogram, budget: 10 })).toEqual(tokens.map((_, i) => [i]))
  })

  it("walks a tree of 100,000 levels", () => {
    const tokens = Array.from({ length: 100_001 }, () => 1)
    const chain = tokens.slice(1).map((_, k) => [k === 0 ? 0 : 100_000 + k, k + 1] as const)
    const dendrogram = tree(...chain)
    expect(packBatches({ tokens, dendrogram, budget: 1000 }).length).toBe(101)
    expect(packBatches({ tokens, dendrogram, budget: 1000, rule: "subtrees" }).length).toBe(99_002)
  })

  it("takes no items, and items of no tokens", () => {
    expect(packBatches({ tokens: [], dendrogram: { merges: [] }, budget: 1 })).toEqual([])
    expect(packBatches({ tokens: [0, 0, 0], dendrogram: tree([0, 1], [2, 3]), budget: 1 })).toEqual([
      [0, 1, 2],
    ])
  })

  it("names the item that is over the budget", () => {
    const request = { tokens: [1, 12], dendrogram: tree([0, 1]), budget: 10 }
    expect(() => packBatches(request)).toThrow(InvalidArgumentError)
    expect(() => packBatches(request)).toThrow("tokens[1]")
  })

  it.each([
    ["a size that is no number", { tokens: [1, NaN], dendrogram: tree([0, 1]), budget: 10 }],
    ["a size below zero", { tokens: [1, -1], dendrogram: tree([0, 1]), budget: 10 }],
    ["no budget", { tokens: [], dendrogram: tree(), budget: NaN }],
    ["too few merges", { tokens: [1, 1], dendrogram: tree(), budget: 10 }],
    ["a cluster merged twice", { tokens: [1, 1, 1], dendrogram: tree([0, 1], [0, 2]), budget: 10 }],
    ["a merge with a later cluster", { tokens: [1, 1, 1], dendrogram: tree([0, 4], [1, 2]), budget: 10 }],
  ])("refuses %s", (_, request) => {
    expect(() => packBatches(request)).toThrow(InvalidArgumentError)
  })
})

function fewest({ tokens, budget }: { tokens: readonly number[]; budget: number }): number {
  return Math.ceil(tokens.reduce((sum, size) => sum + size, 0) / budget)
}

function pairsIn(batches: readonly (readonly number[])[]): number {
  return batches.reduce((pairs, { length }) => pairs + (length * (length - 1)) / 2, 0)
}

/** Findings around topics, sizes log-normal around 300 tokens. */
function findings(n: number, topics: number, random: () => number) {
  const gauss = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
  const centres = Array.from({ length: topics }, () => Array.from({ length: 24 }, gauss))
  return {
    tokens: Array.from({ length: n }, () => Math.round(300 * Math.exp(0.6 * gauss()))),
    vectors: Array.from({ length: n }, (_, i) => centres[i % topics]!.map((x) => x + 0.7 * gauss())),
  }
}

/** Numbers in (0, 1), the same in every run. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
}

function tree(...pairs: (readonly [number, number])[]): Dendrogram {
  return { merges: pairs.map(([left, right], k) => [left, right, k] as const) }
}

function treeOf(count: number, choose: () => number): Dendrogram {
  const clusters = Array.from({ length: count }, (_, i) => i)
  const take = () => clusters.splice(choose() % clusters.length, 1)[0]!
  return tree(
    ...Array.from({ length: Math.max(0, count - 1) }, (_, k) => {
      const pair = [take(), take()] as const
      clusters.push(count + k)
      return pair
    }),
  )
}

/** By the definition, one node after the other: fits, and is not part of a larger one that fits. */
function largestSubtrees(request: { tokens: readonly number[]; dendrogram: Dendrogram; budget: number }) {
  const members = request.tokens.map((_, i) => [i])
  const whole = new Set(members.keys())
  for (const [left, right] of request.dendrogram.merges) {
    const both = [...members[left]!, ...members[right]!].sort((a, b) => a - b)
    members.push(both)
    if (both.reduce((sum, i) => sum + request.tokens[i]!, 0) > request.budget) continue
    whole.delete(left)
    whole.delete(right)
    whole.add(members.length - 1)
  }
  return [...whole].map((node) => members[node]!)
}
