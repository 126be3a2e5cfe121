import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { boundaryFor } from "../../src/evidence/boundary"

describe("boundaryFor", () => {
  it("is a word that no text holds, the same for the same texts", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f]{0,40}$/))), (texts) => {
        const word = boundaryFor(texts)
        expect(word).toMatch(/^[0-9a-f]{8}$/)
        expect(texts.join("\n")).not.toContain(word)
        expect(boundaryFor(texts)).toBe(word)
      }),
    )
  })

  it("is another for other texts", () => {
    const words = [[], [""], ["", ""], ["a"], ["a", ""], ["b"], ["a", "b"], ["ab"]].map(boundaryFor)
    expect(new Set(words).size).toBe(words.length)
  })

  it("is hashed again while a text holds it: a text that names its own boundary does not keep it", () => {
    let text = ""
    for (let round = 0; round < 50; round++) {
      const word = boundaryFor([text])
      text = `${text} ${word}`
      expect(boundaryFor([text])).not.toBe(word)
    }
  })
})
