import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { createExtents } from "../../src/vectors/rows/extents"

describe("extents", () => {
  it("never overlap, and are reused before the memory grows", () => {
    const steps = fc.array(fc.record({ size: fc.integer({ min: 1, max: 9 }), back: fc.option(fc.nat()) }), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(steps, (all) => {
        const extents = createExtents(100)
        const held: { at: number; size: number }[] = []
        for (const { size, back } of all) {
          if (back !== null && held.length > 0) {
            const [given] = held.splice(back % held.length, 1)
            extents.give(given!.at, given!.size)
            continue
          }
          const expected = firstFree(held, size)
          const at = extents.take(size)
          expect(at).toBe(expected)
          held.push({ at, size })
        }
        for (const { at, size } of held) extents.give(at, size)
        expect(extents.take(1_000_000)).toBe(100)
      }),
    )
  })
})

/** The definition: the first place from 100 on where nothing held is met. */
function firstFree(held: readonly { at: number; size: number }[], size: number): number {
  let at = 100
  for (const other of held.toSorted((a, b) => a.at - b.at)) {
    if (at + size <= other.at) return at
    at = other.at + other.size
  }
  return at
}
