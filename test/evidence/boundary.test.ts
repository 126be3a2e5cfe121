import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { boundaryFor, boundarySteps } from "../../src/evidence/boundary"
import { runSteps } from "../../src/runtime/yield"

const wordFor = (texts: readonly string[]) => runSteps(boundarySteps(texts))

describe("boundaryFor", () => {
  it("is a word that no text holds, the same for the same texts", async () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f]{0,40}$/))), (texts) => {
        const word = wordFor(texts)
        expect(word).toMatch(/^[0-9a-f]{8}$/)
        expect(texts.join("\n")).not.toContain(word)
        expect(wordFor(texts)).toBe(word)
      }),
    )
    expect(await boundaryFor(["a", "b"])).toBe(wordFor(["a", "b"]))
  })

  it("is another for other texts", () => {
    const words = [[], [""], ["", ""], ["a"], ["a", ""], ["b"], ["a", "b"], ["ab"]].map(wordFor)
    expect(new Set(words).size).toBe(words.length)
  })

  it("is hashed again while a text holds it: a text that names its own boundary does not keep it", () => {
    let text = ""
    for (let round = 0; round < 50; round++) {
      const word = wordFor([text])
      text = `${text} ${word}`
      expect(wordFor([text])).not.toBe(word)
    }
  })

  it("a text that holds the very word its hash gives does not keep it, wherever the word stands", () => {
    for (const at of [0, 1, (1 << 16) - 8, (1 << 16) - 7, (1 << 16) - 1, 1 << 16, 70_000]) {
      const { text, word } = forged(at, 70_100)
      expect(text.slice(at, at + 8)).toBe(word)
      const given = wordFor([text])
      expect(given).not.toBe(word)
      expect(text).not.toContain(given)
    }
  })

  it("takes its turns, and an abort ends it", async () => {
    const reason = new Error("enough")
    await expect(boundaryFor(["a"], AbortSignal.abort(reason))).rejects.toBe(reason)
    const steps = boundarySteps(["x".repeat(1 << 20), "y"])
    let turns = 0
    while (!steps.next().done) turns += 1
    expect(turns).toBeGreaterThanOrEqual(2 * (1 << 4))
  })
})

const PRIME = 0x01000193
const INVERSE = 0x359c449b

/** Two units at its end make the hash of a text give any word: the two ways to it meet in the middle. */
function forged(at: number, length: number): { readonly text: string; readonly word: string } {
  for (let hash = 1; ; hash++) {
    const word = mixed(hash).toString(16).padStart(8, "0")
    const body = `${"-".repeat(at)}${word}${"-".repeat(length - at - 8)}`
    let state = 0x811c9dc5
    for (let unit = 0; unit < body.length; unit++) state = Math.imul(state ^ body.charCodeAt(unit), PRIME)
    const last = Math.imul(Math.imul(hash, INVERSE) ^ 0x10000, INVERSE)
    const firstUnits = new Map<number, number>()
    for (let unit = 0; unit < 0xd800; unit++) firstUnits.set(Math.imul(state ^ unit, PRIME), unit)
    for (let unit = 0; unit < 0xd800; unit++) {
      const first = firstUnits.get(last ^ unit)
      if (first !== undefined) return { text: body + String.fromCharCode(first, unit), word }
    }
  }
}

function mixed(value: number): number {
  let bits = value
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
