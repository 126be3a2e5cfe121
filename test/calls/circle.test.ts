import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { circleStart, circleStartInCut, createCircleWatch, withoutCircle } from "../../src/calls/circle"

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => `- Contract ${index}: Irish law [E${index + 1}]`).join("\n")

describe("circleStart", () => {
  it("a line over and over is kept once, with what stood before", () => {
    const text = `Terms:\n${rows(5)}\n${"- Contract 7: Irish law [E8]\n".repeat(60)}- Contract 7: Iri`
    expect(withoutCircle(text)).toBe(`Terms:\n${rows(5)}\n- Contract 7: Irish law [E8]`)
  })

  it.each([
    ["three lines in turn", "The buyer pays [E1].\nThe seller ships [E2].\nCork law applies [E3].\n"],
    ["a word", "the "],
    ["a paragraph", `${rows(30)}\n\n`],
    ["a sentence without line breaks", "The buyer pays within thirty days. "],
    ["East Asian text", "\u8cb7\u4e3b\u306f\u4e09\u5341\u65e5\u4ee5\u5185\u306b\u652f\u6255\u3046\u3002"],
  ])("sees %s", (_, unit) => {
    const text = `What stands before.\n${unit.repeat(Math.ceil(2_000 / unit.length) + 3)}`
    const cut = withoutCircle(text)
    expect(cut.startsWith("What stands before.")).toBe(true)
    expect(cut.length).toBeLessThanOrEqual("What stands before.\n".length + 2 * unit.length)
    expect(cut).toContain(unit.trim())
  })

  it.each([
    ["rows that differ by a number", rows(200)],
    ["a rule and an empty row of a table", `| a | b |\n| --- | --- |\n${"| | |\n".repeat(8)}`],
    ["dots up to a page number", `Contents\nTerms ${".".repeat(90)} 7`],
    ["a paragraph said twice", `${rows(12)}\n\n${rows(12)}`],
    ["a circle that the model left", `${"again ".repeat(100)}and so the answer is thirty days.`],
    ["nothing", ""],
  ])("leaves %s as it is", (_, text) => {
    expect(circleStart(text)).toBeUndefined()
  })

  it("sees white space that does not end", () => {
    expect(withoutCircle(`{"quotes": [${" \n".repeat(200)}`)).toBe('{"quotes": [')
    expect(circleStart(`The answer.${"\n".repeat(40)}`)).toBeUndefined()
  })

  it("sees shorter copies in a reply that its limit ended, where there are many of them", () => {
    for (const unit of [", 1", "0", ".0000", "that is a document "]) {
      const text = `{"answer": "The fee is 10${unit.repeat(Math.ceil(140 / unit.length) + 8)}`
      expect(circleStart(text)).toBeUndefined()
      const kept = text.slice(0, circleStartInCut(text))
      expect(kept.length).toBeLessThanOrEqual('{"answer": "The fee is 10'.length + 2 * unit.length)
    }
    expect(circleStartInCut(`${rows(12)}\n\n${rows(12)}`)).toBeUndefined()
    expect(circleStartInCut(`| a | b |\n| --- | --- |\n${"| | |\n".repeat(8)}`)).toBeUndefined()
  })

  it("keeps a beginning with one copy, between characters, whatever the text", () => {
    const text = fc.string({ unit: "binary", minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(text, text, (before, unit) => {
        fc.pre(unit.trim() !== "")
        const whole = before + unit.repeat(400)
        const cut = withoutCircle(whole)
        expect(whole.startsWith(cut)).toBe(true)
        expect(cut.length).toBeLessThanOrEqual(before.length + 2 * unit.length)
        expect(cut.isWellFormed()).toBe(true)
        // The circle may begin before its first unit, where what stands there is like it.
        for (let at = cut.length; at < before.trimEnd().length; at++)
          expect(whole.charCodeAt(at)).toBe(whole.charCodeAt(at + unit.length))
      }),
      { examples: [["__", "_"]] },
    )
  })

  it("takes steps in proportion to the text", () => {
    // Near-circles are what makes slow searches slow.
    const steps = (length: number) => {
      let count = 0
      const text = `${"a".repeat(length / 2)}b${"a".repeat(length / 2)}c`
      const counted = Object.assign(Object.create(null), {
        length: text.length,
        trimEnd: () => text,
        charCodeAt: (at: number) => {
          count += 1
          return text.charCodeAt(at)
        },
      }) as string
      circleStart(counted)
      return count
    }
    expect(steps(64_000) / steps(32_000)).toBeLessThan(2.2)
  })
})

describe("createCircleWatch", () => {
  it("sees a circle soon after it began, in any pieces", () => {
    const watch = createCircleWatch()
    const text = `${rows(20)}\n${"Irish law applies [E1].\n".repeat(1_000)}`
    let at = 0
    while (at < text.length && !watch(text.slice(at, at + 7))) at += 7
    expect(at).toBeLessThan(2_500)
    const calm = createCircleWatch()
    expect(
      rows(500)
        .match(/.{1,9}/gs)!
        .some((piece) => calm(piece)),
    ).toBe(false)
  })
})
