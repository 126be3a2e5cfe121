import fc from "fast-check"
import { expect, test } from "vitest"
import { slicesAround } from "../../src/report/data/slices"

const text = Array.from({ length: 200 }, (_, at) => String.fromCharCode(0x4e00 + at)).join("")
const span = fc.tuple(fc.nat(199), fc.integer({ min: 1, max: 30 })).map(([start, length]) => ({
  start,
  end: Math.min(200, start + length),
}))

test("every span that the pieces hold is in one slice, with the text around it, and slices stay apart", () => {
  fc.assert(
    fc.property(fc.array(span), fc.array(span), fc.nat(20), (spans, places, characters) => {
      const pieces = places.map(({ start, end }) => ({ start, text: text.slice(start, end) }))
      const slices = slicesAround(spans, pieces, characters)
      const held = new Set(places.flatMap(({ start, end }) => range(start, end)))
      for (const { start, end } of spans) {
        const isHeld = range(start, end).every((at) => held.has(at))
        const holding = slices.filter((one) => one.start <= start && end <= one.start + one.text.length)
        expect(holding).toHaveLength(isHeld ? 1 : holding.length)
        if (!isHeld) expect(holding).toEqual([])
        for (let before = 1; isHeld && before <= characters && held.has(start - before); before++) {
          expect(holding[0]!.start).toBeLessThanOrEqual(start - before)
        }
      }
      slices.forEach((slice, index) => {
        expect(text.slice(slice.start, slice.start + slice.text.length)).toBe(slice.text)
        if (index > 0) {
          const last = slices[index - 1]!
          expect(last.start + last.text.length).toBeLessThan(slice.start)
        }
      })
    }),
    { numRuns: 300 },
  )
})

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at)
