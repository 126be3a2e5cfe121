import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { foldText } from "../../src/evidence/quotes/fold-text"
import { createQuoteLocator, locateQuote } from "../../src/evidence/quotes/locate-quote"

/** The slice that was found. */
function found(quote: string, text: string): string | undefined {
  const span = locateQuote(quote, text)
  return span === undefined ? undefined : text.slice(span.start, span.end)
}

describe("locateQuote", () => {
  it.each([
    ["the very characters", "born in 1987", "He was born in 1987.", "born in 1987"],
    [
      "line breaks and non-breaking spaces",
      "born in 1987",
      "was born\r\n\u00a0 in\t1987.",
      "born\r\n\u00a0 in\t1987",
    ],
    [
      "curly quotes in the text",
      `the "Company" isn't`,
      "says the \u201cCompany\u201d isn\u2019t",
      "the \u201cCompany\u201d isn\u2019t",
    ],
    [
      "double quotes that became single",
      "the 'Company' shall pay",
      'Then the "Company" shall pay.',
      'the "Company" shall pay',
    ],
    [
      "dashes",
      "1990-1995 -- a long time",
      "from 1990\u20131995 \u2014 a long time",
      "1990\u20131995 \u2014 a long time",
    ],
    ["ligatures", "efficient office", "an e\ufb03cient o\ufb03ce.", "e\ufb03cient o\ufb03ce"],
    [
      "fullwidth digits and letters",
      "ABC 2024",
      "\uff21\uff22\uff23\u3000\uff12\uff10\uff12\uff14\u5e74",
      "\uff21\uff22\uff23\u3000\uff12\uff10\uff12\uff14",
    ],
    ["halfwidth katakana", "\u30ac\u30b9\u4ee3", "x \uff76\uff9e\uff7d\u4ee3 y", "\uff76\uff9e\uff7d\u4ee3"],
    [
      "a word broken at a line's end",
      "the statements of",
      "see the state-\n   ments of 1990",
      "the state-\n   ments of",
    ],
    [
      "a hyphen of its own at a line's end",
      "a long-term lease",
      "has a long-\nterm lease",
      "a long-\nterm lease",
    ],
    [
      "a broken word that was joined with a space",
      "the state- ments",
      "the state-\nments",
      "the state-\nments",
    ],
    [
      "a soft hyphen at a line's end",
      "statements made",
      "state\u00ad\nments made",
      "state\u00ad\nments made",
    ],
    [
      "soft hyphens and zero-width characters",
      "agreement here",
      "agree\u00adment\u200b he\u2060re",
      "agree\u00adment\u200b he\u2060re",
    ],
    ["combining marks in another form", "caf\u00e9 noir", "un cafe\u0301 noir.", "cafe\u0301 noir"],
    ["composed text, decomposed quote", "cafe\u0301 noir", "un caf\u00e9 noir.", "caf\u00e9 noir"],
    [
      "Hangul jamo",
      "\ud55c\uad6d\uc5b4 \ubb38\uc11c",
      "\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165 \ubb38\uc11c",
      "\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165 \ubb38\uc11c",
    ],
    [
      "Chinese across a line break",
      "\u56fd\u9645\u6807\u51c6\u5316",
      "\u5bf9\u56fd\u9645\n\u6807\u51c6\u5316\u7ec4\u7ec7",
      "\u56fd\u9645\n\u6807\u51c6\u5316",
    ],
    [
      "Thai",
      "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35",
      "\u0e01\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35\u0e04\u0e23\u0e31\u0e1a",
      "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35",
    ],
    [
      "Arabic with a different space",
      "\u0627\u0644\u0633\u0644\u0627\u0645 \u0639\u0644\u064a\u0643\u0645",
      "\u0648\u0627\u0644\u0633\u0644\u0627\u0645\n\u0639\u0644\u064a\u0643\u0645",
      "\u0627\u0644\u0633\u0644\u0627\u0645\n\u0639\u0644\u064a\u0643\u0645",
    ],
    [
      "quotation marks and ellipses at the ends",
      '"... shall pay rent \u2026"',
      "Tenant shall  pay rent monthly",
      "shall  pay rent",
    ],
    [
      "a bracketed ellipsis at an end",
      "[...] shall pay rent",
      "Tenant shall pay rent monthly",
      "shall pay rent",
    ],
    [
      "the first letter in the other case",
      "The term is two years",
      "that the term is two years",
      "the term is two years",
    ],
    [
      "a full stop that the quote adds",
      "the term is two years.",
      "the term is two years, and",
      "the term is two years",
    ],
    ["an emoji beside it", "\u{1f600} smile", "a\u{1f600}  smile", "\u{1f600}  smile"],
  ])("finds %s", (_, quote, text, expected) => {
    expect(found(quote, text)).toBe(expected)
  })

  it.each([
    ["an altered word", "born in 1988", "He was born in 1987."],
    ["an added word", "the total annual rent", "the annual rent"],
    ["a missing word", "the annual rent", "the total annual rent"],
    ["another case inside", "the Annual rent", "the annual rent"],
    [
      "an ellipsis with its sides the wrong way round",
      "shall pay ... the tenant",
      "the tenant of the house shall pay",
    ],
    [
      "an ellipsis between far places",
      "the tenant ... shall pay",
      `the tenant ${"leaves. ".repeat(200)}shall pay`,
    ],
    ["an ellipsis beside a changed word", "the tenant ... must pay", "the tenant of the house shall pay."],
    ["an apostrophe that makes another word", "when its over", "when it's over"],
    ["a product as one number", "about 53 metres", "about 5*3 metres"],
    ["a raised figure as a plain one", "about 102 metres", "about 10<sup>2</sup> metres"],
    ["a minus between numbers", "from 30 5 remain", "from 30 - 5 remain"],
    ["a changed number before brackets", "(31) days of notice", "(30) days of notice"],
    ["a changed number behind words", "thirty days (31)", "thirty days (30)"],
    ["a changed number of a source", "Source 13 is dry", "Source 12 is dry"],
    ["a line of text left out", "The fee is 30 euros", "The fee is\nnot\n30 euros"],
    [
      "a sentence left out beside a page number",
      "The fee is 30 euros",
      "The fee is\nNever more than that.\nPage 3\n30 euros",
    ],
    ["a value left out of a column", "Fee Euros", "Fee\n\n30\n\nEuros"],
    ["a hyphen that changes the word", "they resign today", "they re-sign today"],
    ["digits for a superscript", "about 102 metres", "about 10\u00b2 metres"],
    ["digits for a fraction", "for 51/2 years", "for 5\u00bd years"],
    ["nothing", "", "some text"],
    ["white space and marks alone", ' " ... " ', "some text"],
    ["anything in an empty text", "some quote", ""],
    ["two letters inside of a word", "at", "the matter"],
    ["one digit inside of a number", "3", "in 1930"],
  ])("does not find %s", (_, quote, text) => {
    expect(locateQuote(quote, text)).toBeUndefined()
  })

  it("prefers a place with whole words over an earlier one without", () => {
    expect(locateQuote("art of war", "start of warfare and art of war")).toEqual({ start: 21, end: 31 })
    expect(locateQuote("30", "1930 and 30 days")).toEqual({ start: 9, end: 11 })
    expect(locateQuote("\u5317\u4eac", "\u5728\u5317\u4eac\u5e02")).toEqual({ start: 1, end: 3 })
  })

  it("refuses cut words and numbers where only whole words count", () => {
    expect(createQuoteLocator("a fee of 100", { wholeWordsOnly: true })("a fee of 10")).toBeUndefined()
    expect(createQuoteLocator("a fee of 100", { wholeWordsOnly: true })("fee of 100")).toEqual({
      start: 2,
      end: 12,
    })
  })

  it("never splits a surrogate pair", () => {
    expect(locateQuote("\ude00 abc", "\u{1f600} abc")).toBeUndefined()
  })

  it("finds every slice of any text again", () => {
    const text = fc.string({ unit: "binary", minLength: 8, maxLength: 60 })
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (source, one, other) => {
        const points = [...source]
        const [from, to] = [one % points.length, other % points.length].sort((a, b) => a - b) as [
          number,
          number,
        ]
        const slice = points
          .slice(from, to + 1)
          .join("")
          .trim()
        fc.pre((slice.match(/[\p{L}\p{N}]/gu) ?? []).length >= 3)
        expect(found(slice, source)).toBe(slice)
      }),
      { numRuns: 2000 },
    )
  })

  it("finds a slice again under any layout and typography, on valid offsets", () => {
    const word = fc.constantFrom(
      "state",
      "long-term",
      "o\ufb03ce",
      "caf\u00e9",
      "\u201cA\u201d",
      "1,000",
      "\u6761\u7ea6",
      "isn\u2019t",
      "\u{1f600}",
      "\u0e01\u0e32\u0e23",
      "x\u00b2",
    )
    const noise = fc.constantFrom(
      (text: string) => text.replaceAll(" ", "\n\u00a0"),
      (text: string) => text.normalize("NFD"),
      (text: string) => text.replaceAll("\u2019", "'").replace(/[\u201c\u201d]/g, "'"),
      (text: string) => text.replaceAll("state", "sta\u00adte"),
      (text: string) => text.replaceAll("state", "sta-\r\n  te"),
      (text: string) => text.replaceAll("\ufb03", "ffi"),
      (text: string) => text.replaceAll("-term", "-\nterm"),
      (text: string) => `"...${text}\u2026"`,
    )
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 3, maxLength: 20 }),
        fc.nat(),
        fc.nat(),
        fc.array(noise, { maxLength: 4 }),
        (words, one, other, noises) => {
          const [from, to] = [one % words.length, other % words.length].sort((a, b) => a - b) as [
            number,
            number,
          ]
          const slice = words.slice(from, to + 1).join(" ")
          fc.pre((slice.match(/[\p{L}\p{N}]/gu) ?? []).length >= 3)
          const text = words.join(" ")
          const quote = noises.reduce((current, change) => change(current), slice)
          const result = found(quote, text)
          expect(result).toBeDefined()
          expect(result).toBe(result?.trim())
          expect(result?.isWellFormed()).toBe(true)
          const bare = (value: string) => foldText(value).text.replace(/"/g, "").trim()
          expect(bare(result!)).toBe(bare(slice))
        },
      ),
      { numRuns: 1000 },
    )
  })

  it("maps every folded unit to a part of the source, in order", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (source) => {
        const { text, starts, ends } = foldText(source)
        for (let at = 0; at < text.length; at += 1) {
          expect(starts[at]!).toBeLessThan(ends[at]!)
          expect(ends[at]!).toBeLessThanOrEqual(source.length)
          if (at > 0) expect(starts[at]!).toBeGreaterThanOrEqual(starts[at - 1]!)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it("looks for 200 quotes in a megabyte, found or not", () => {
    const sentences = Array.from(
      { length: 20_000 },
      (_, at) => `Section ${at}: the party of the ${at * 7}th part shall pay.`,
    )
    const text = sentences.join("\n")
    const locate = createQuoteLocator(text)
    for (let at = 0; at < 100; at += 1) {
      expect(locate(sentences[at * 199]!.replaceAll(" ", "  "))).toBeDefined()
      expect(locate(`Section ${at * 3}: the party of the first part  shall not pay`)).toBeUndefined()
    }
    expect(text.length).toBeGreaterThan(1_000_000)
  })

  it("comes to an end on repetitive and hostile text", () => {
    const locate = createQuoteLocator("a".repeat(1_000_000))
    const marks = createQuoteLocator(`e${"\u0301\u0323".repeat(200_000)}`)
    const hyphens = createQuoteLocator("a-a".repeat(100_000))
    for (let at = 0; at < 10; at += 1) {
      expect(locate(`${"a".repeat(900)}b${"a".repeat(900 + at)}`)).toBeUndefined()
      expect(hyphens("a".repeat(300 + at))).toBeUndefined()
    }
    expect(marks("e not there")).toBeUndefined()
    expect(locate(`"${".".repeat(100_000)}b`)).toBeUndefined()
  })
})
