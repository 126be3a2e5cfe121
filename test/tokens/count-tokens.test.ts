import fc from "fast-check"
import { Tiktoken } from "js-tiktoken/lite"
import cl100k from "js-tiktoken/ranks/cl100k_base"
import { describe, expect, it } from "vitest"
import { countTokens, countTokensSteps } from "../../src/tokens/count-tokens"

const oracle = new Tiktoken(cl100k)
const expected = (text: string) => oracle.encode(text, [], []).length

const unit = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(..." \t\n\r'a1.,-_sStTrRvVeElLmMdD|#") },
  { weight: 2, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 1 }) },
  fc.constantFrom(
    "\r\n",
    "\ufeff",
    "\u00a0",
    "\u3000",
    "\u200b",
    "\u2028",
    "\u0301",
    "\ud83d",
    "\udc00",
    "\u017f",
  ),
  fc.constantFrom("中", "国", "。", "한", "ب", "é", "😀", "👨‍👩‍👧", "🇩🇪", "𝐀", "𝟘", "𐐀", "½", "٣"),
  fc.constantFrom("don't", "I'LL", "'ve", " the", "12345", "<|endoftext|>", "<|fim_prefix|>", "https://"),
)
const anyText = fc.array(unit, { maxLength: 60 }).map((units) => units.join(""))

describe("countTokens", () => {
  it("counts what js-tiktoken counts", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(countTokens(text)).toBe(expected(text))
      }),
      { numRuns: 1000 },
    )
  })

  it("counts every unit of UTF-16 alone and between letters", () => {
    const differing: number[] = []
    for (let code = 0; code < 0x10000; code += 7) {
      for (const text of [String.fromCharCode(code), `a${String.fromCharCode(code)}b `]) {
        if (countTokens(text) !== expected(text)) differing.push(code)
      }
    }
    expect(differing).toEqual([])
  })

  it.each([..."a-. \n=_#中國あ😀é\ud83d7\t\u00a0", "ab", "\r\n", "abc", " a", "的一", "\u200b", "=-"])(
    "is exact on runs of %j",
    (part) => {
      for (const length of [1, 64, 65, 97, 500]) {
        const text = part.repeat(length).slice(0, part.charCodeAt(0) < 0x80 ? 600 : 250)
        expect([length, countTokens(text)]).toEqual([length, expected(text)])
      }
    },
  )

  it("is exact on pieces that are merged in windows", () => {
    const alphabets = [
      "ab",
      "aeinorst",
      "abcdefghijklmnopqrstuvwxyzABCDEFGH",
      "=-",
      "-=*#_.",
      "中国人民的是不了在有",
    ]
    const run = fc
      .constantFrom(...alphabets)
      .chain((letters) => fc.string({ unit: fc.constantFrom(...letters), minLength: 65, maxLength: 400 }))
    fc.assert(
      fc.property(run, (text) => {
        expect(countTokens(text)).toBe(expected(text))
      }),
      { numRuns: 150 },
    )
  })

  it("is exact on a run of 1,500 letters and of 1,500 spaces", () => {
    for (const text of ["a".repeat(1500), " ".repeat(1500)]) expect(countTokens(text)).toBe(expected(text))
  })

  it("takes names of special tokens as plain text", () => {
    const text = "<|endoftext|> <|fim_prefix|> <|endofprompt|>"
    expect(countTokens(text)).toBe(expected(text))
    expect(countTokens(text)).toBeGreaterThan(10)
  })

  it("counts a lone surrogate as U+FFFD", () => {
    for (const text of ["a\ud800b", "\udc00", "\ud83d".repeat(50)]) {
      expect(countTokens(text)).toBe(countTokens(text.toWellFormed()))
    }
  })

  it("gives 0 for no text and the same count in steps of any number", () => {
    expect(countTokens("")).toBe(0)
    const text = `${"word ".repeat(10_000)}${"a".repeat(50_000)} end`
    const steps = countTokensSteps(text)
    let yields = 0
    let step = steps.next()
    for (; !step.done; step = steps.next()) yields++
    expect(yields).toBeGreaterThan(100)
    expect(step.value).toBe(10_000 + countTokens(` ${"a".repeat(50_000)}`) + 1)
  })

  it("remembers words without mistaking one for another", () => {
    const words = Array.from({ length: 200_000 }, (_, i) => `w${i.toString(36)}`)
    const once = words.map(countTokens)
    expect(words.map(countTokens)).toEqual(once)
    for (let i = 0; i < words.length; i += 1009) expect(once[i]).toBe(expected(words[i]!))
  })

  it.each([..."a -\n中😀.=\ud83d", "\r\n", "aGVsbG8gd29ybGQ"])(
    "counts a million of %j in linear time",
    (part) => {
      const text = part.repeat(Math.ceil(1_000_000 / part.length))
      const tokens = countTokens(text)
      const short = countTokens(part.repeat(Math.ceil(100_000 / part.length)))
      expect(tokens / short).toBeGreaterThan(9.9)
      expect(tokens / short).toBeLessThan(10.1)
    },
  )
})
