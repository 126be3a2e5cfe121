import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { boundaryFor } from "../../src/evidence/boundary"
import { sha256 } from "../../src/runtime/hash"

describe("boundaryFor", () => {
  it("is a word that no text holds, the same for the same texts", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string()), async (texts) => {
        const word = await boundaryFor(texts)
        expect(word).toMatch(/^[0-9a-f]{8}$/)
        expect(texts.join("\n")).not.toContain(word)
        expect(await boundaryFor(texts)).toBe(word)
      }),
    )
  })

  it("is hashed again while a text holds it, as a forged one would", async () => {
    const first = await boundaryFor(["a text"])
    // A text that hashes like the first one and holds the word that follows from it: what a forger searches for.
    const forged = Object.assign(Object("a text"), { includes: (word: string) => word === first }) as string
    const second = await boundaryFor([forged])
    expect(second).not.toBe(first)
    expect(second).toBe((await sha256(await sha256("a text"))).slice(0, 8))
  })
})
