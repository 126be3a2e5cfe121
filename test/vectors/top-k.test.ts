import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { createTopK } from "../../src/vectors/top-k"

describe("top k", () => {
  it("keeps what a sort puts first, of equal scores the smaller items, however they come", () => {
    const offers = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 60 }).chain((scores) =>
      fc.shuffledSubarray(
        scores.map((score, item) => ({ item, score })),
        { minLength: scores.length },
      ),
    )
    fc.assert(
      fc.property(offers, fc.integer({ min: 1, max: 20 }), (entries, k) => {
        const best = createTopK(k)
        for (const { item, score } of entries) best.offer(item, score)
        expect(best.result()).toEqual(
          entries.toSorted((a, b) => b.score - a.score || a.item - b.item).slice(0, k),
        )
      }),
    )
  })
})
