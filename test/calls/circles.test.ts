import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { circleStart } from "../../src/calls/circles"

describe("circleStart", () => {
  it("is behind the first time of what a text says over and over to its end", () => {
    const line = "- The term is 30 days [E1].\n"
    const text = `Terms:\n${line.repeat(20)}`
    expect(text.slice(0, circleStart(text))).toBe(`Terms:\n${line}`.trimEnd())
    // Also where the last time is cut.
    expect(circleStart(text.slice(0, -5))).toBeDefined()
  })

  it("leaves alone what repeats a little, or not at its end", () => {
    expect(circleStart("- yes\n".repeat(10))).toBeUndefined()
    expect(circleStart(`${"a sentence of some length. ".repeat(30)}And then it ends.`)).toBeUndefined()
    expect(circleStart(Array.from({ length: 200 }, (_, index) => `Row ${index}`).join("\n"))).toBeUndefined()
  })

  it("finds the circle behind any text", () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1, maxLength: 30 }), (before, round) => {
        const rounds = Math.max(8, Math.ceil(400 / round.length))
        const start = circleStart(before + round.repeat(rounds))
        expect(start).toBeDefined()
        expect(start).toBeLessThanOrEqual(before.length + 2 * round.length)
      }),
    )
  })
})
