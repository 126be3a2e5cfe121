import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { createLexicalIndex, lexicalIndexSteps } from "../../src/retrieval/lexical"
import { analyzerVersion, termsOf, wordsOf } from "../../src/retrieval/terms"
import { runStepsYielding } from "../../src/runtime/yield"

const places = (texts: readonly string[], query: string, topK = 10) =>
  createLexicalIndex(texts)
    .search(query, topK)
    .map(({ index }) => index)

describe("termsOf", () => {
  it("gives these terms under this name: who changes them raises the version", () => {
    const text =
      "Governing laws of the parties, 1,000 EUR. Verträge für Ärzte; s\u0131n\u0131rl\u0131. \u0648\u0627\u0644\u0639\u0642\u0648\u062f \u5408\u540c\u671f\u9650"
    const terms =
      "govern law of the party 1 000 eur vertrag fur arzt sinirli \u0639\u0642\u0648\u062f \u5408\u540c \u540c\u671f \u671f\u9650"
    expect([analyzerVersion, [...termsOf(text)].join(" ")]).toEqual([2, terms])
  })
})

describe("createLexicalIndex", () => {
  it("scores by the published formula", () => {
    const [hit] = createLexicalIndex(["tax tax law", "law of the sea"]).search("tax", 5)
    const idf = Math.log(1 + (2 - 1 + 0.5) / (1 + 0.5))
    const norm = 1.2 * (1 - 0.75 + (0.75 * 3) / 3.5)
    expect(hit).toEqual({ index: 0, score: expect.closeTo((idf * 2 * 2.2) / (2 + norm), 10) })
  })

  it("puts the text with more and rarer terms first, and ties by position", () => {
    const texts = ["the navy and the army", "the army", "the navy of the nation", "the army"]
    expect(places(texts, "navy army")[0]).toBe(0)
    expect(places(texts, "army").slice(0, 2)).toEqual([1, 3])
    expect(places(texts, "army", 1)).toEqual([1])
    expect(places(texts, "army", 0)).toEqual([])
  })

  it("finds nothing for words that no text holds", () => {
    expect(places(["alpha beta", "\u56fd\u969b"], "zzzz")).toEqual([])
    expect(places(["alpha beta"], "")).toEqual([])
    expect(places([], "alpha")).toEqual([])
    expect(places(["", "  "], "alpha")).toEqual([])
  })

  it.each(["c++ (a[0])", "**", "\\", "\u{1f600}", "[", "(?<=x", "__proto__ constructor", "$^"])(
    "takes the query %s as words",
    (query) => {
      expect(
        places(["nothing of it here", `an example: ${query} and more`, "other"], query).every(
          (place) => place < 3,
        ),
      ).toBe(true)
      expect(places(["nothing of it here", "other"], query)).toEqual([])
    },
  )

  it("finds c++ by its letter and words named like object members", () => {
    expect(places(["java", "c++ (a[0])"], "c++ (a[0])")).toEqual([1])
    expect(places(["a", "constructor of houses"], "constructor")).toEqual([1])
  })

  it("finds Chinese, Japanese and Thai words inside of running text", () => {
    const texts = [
      "\u5929\u6c17\u304c\u826f\u3044\u3002",
      "\u56fd\u969b\u6a19\u6e96\u5316\u6a5f\u69cb\u306f1947\u5e74\u306b\u8a2d\u7acb",
      "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35\u0e04\u0e23\u0e31\u0e1a",
    ]
    expect(places(texts, "\u56fd\u969b\u6a19\u6e96\u5316")).toEqual([1])
    expect(places(texts, "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35")).toEqual([2])
    expect(places(texts, "1947")).toEqual([1])
    expect(places(texts, "\u56fd")).toEqual([1])
    expect(places(texts, "\u9a6c\u94c3\u85af")).toEqual([])
  })

  it("folds case, width and common English endings, and keeps numbers", () => {
    const classes = [
      "parties PARTY party",
      "laws Law",
      "governing governed governs govern",
      "occurred occurring occur",
      "required requires require",
      "\uff21\uff22\uff23 abc",
      "caf\u00e9 cafe\u0301s",
    ]
    for (const words of classes) expect([...new Set(termsOf(words))], words).toHaveLength(1)
    for (const words of ["king kin", "us u", "business busy", "1990 1991", "need ne", "string str"]) {
      expect([...new Set(termsOf(words))], words).toHaveLength(2)
    }
  })

  it("gives the same index in steps, and stops at an abort", async () => {
    const texts = Array.from({ length: 50 }, (_, at) => `text ${at} of the navy ${at % 7}`)
    const stepped = await runStepsYielding(lexicalIndexSteps(texts))
    expect(stepped.search("navy 3", 9)).toEqual(createLexicalIndex(texts).search("navy 3", 9))
    await expect(runStepsYielding(lexicalIndexSteps(texts), AbortSignal.abort("stop"))).rejects.toBe("stop")
  })

  it("returns only texts that share a term, in falling order, for any text and query", () => {
    const word = fc.constantFrom("navy", "army", "tax", "law", "\u56fd\u969b", "c++", "x")
    const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(" "))
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 12 }),
        fc.oneof(text, fc.string()),
        fc.nat(15),
        (texts, query, topK) => {
          const hits = createLexicalIndex(texts).search(query, topK)
          const asked = new Set(termsOf(query))
          expect(hits.length).toBeLessThanOrEqual(topK)
          expect(new Set(hits.map(({ index }) => index)).size).toBe(hits.length)
          for (const [at, { index, score }] of hits.entries()) {
            expect(score).toBeGreaterThan(0)
            expect(score).toBeLessThanOrEqual(hits[at - 1]?.score ?? Number.POSITIVE_INFINITY)
            expect([...termsOf(texts[index]!, "index")].some((term) => asked.has(term))).toBe(true)
          }
        },
      ),
    )
  })
})

describe("wordsOf", () => {
  it("finds the same words in a text of ASCII by itself as beside other letters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii", maxLength: 80 }), (text) => {
        const beside = wordsOf(`${text} \u00e9`)
        expect([...wordsOf(text), "\u00e9"]).toEqual([...beside])
      }),
    )
  })
})
