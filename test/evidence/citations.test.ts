import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { createCitationRenderer } from "../../src/evidence/citations"
import { evidenceMarker, keepKnownMarkers, markersIn, neutraliseMarkers } from "../../src/evidence/markers"

const evidence = Array.from({ length: 12 }, (_, index) => ({
  number: index + 1,
  documentId: `d${index + 1}`,
  title: "t",
  quote: "q",
  chunkId: "c",
  start: 0,
  end: 1,
}))

/** The text, the evidence its citations lead to, and the numbers without evidence; in one piece or in several. */
function rendered(...pieces: readonly string[]) {
  const renderer = createCitationRenderer(evidence)
  const text = pieces.map((piece) => renderer.push(piece)).join("") + renderer.end()
  return {
    text,
    cited: renderer.citations.map(({ documentId }) => Number(documentId.slice(1))),
    unknown: renderer.unknown,
  }
}

describe("citations of an answer", () => {
  it.each([
    ["plain markers, in order of first use", "A [E3]. B [E1], [E3].", "A [1]. B [2], [1].", [3, 1]],
    ["several in one bracket", "A [E1, E2; 3].", "A [1][2][3].", [1, 2, 3]],
    [
      "a range",
      "A [E1\u2013E3]. B [E4-5] C [E6 to E7]",
      "A [1][2][3]. B [4][5] C [6][7]",
      [1, 2, 3, 4, 5, 6, 7],
    ],
    ["words between", "[E1 and E2] [E3 und E4] [E5 et E6]", "[1][2] [3][4] [5][6]", [1, 2, 3, 4, 5, 6]],
    ["strokes and signs", "[E1/E2] [E3 & E4] [E5+E6]", "[1][2] [3][4] [5][6]", [1, 2, 3, 4, 5, 6]],
    ["full-width forms", "\uff3b\uff25\uff11\uff0c\uff25\uff12\uff3d", "[1][2]", [1, 2]],
    [
      "East Asian brackets",
      "\u5168\u90e8\u3010E1\u3011\u3002\u5176\u4ed6\u3014E2\u548cE3\u3015\u3002",
      "\u5168\u90e8[1]\u3002\u5176\u4ed6[2][3]\u3002",
      [1, 2, 3],
    ],
    ["Arabic digits", "[E\u0661]", "[1]", [1]],
    ["the form of footnotes", "A[^E1].", "A[1].", [1]],
    ["escapes", "A \\[E1\\]. B \\[E2].", "A [1]. B [2].", [1, 2]],
    ["bold, inside and outside", "A **[E1]**. B [**E2**].", "A **[1]**. B [2].", [1, 2]],
    [
      "a page behind it",
      "[E1, p. 3] [E2:14] [E3, S. 4\u20135, 7; E4] [E5 page 2]",
      "[1] [2] [3][4] [5]",
      [1, 2, 3, 4, 5],
    ],
    ["a place as search tools write it", "\u3010E1\u2020L2-L3\u3011 [E2\u2020source]", "[1] [2]", [1, 2]],
    ["a word before it", "[see E1] [Source: E2] [Quelle: E3]", "[1] [2] [3]", [1, 2, 3]],
    ["two lines", "A [E1,\nE2].", "A [1][2].", [1, 2]],
    ["words beside it, which stay", "A [E1: Contract A].", "A [1] (Contract A).", [1]],
    ["another bracket around it", "A [[E1, E2]].", "A [[1][2]].", [1, 2]],
    [
      "many in one bracket",
      `[${evidence.map(({ number }) => `E${number}`).join(", ")}]`,
      evidence.map(({ number }) => `[${number}]`).join(""),
      evidence.map(({ number }) => number),
    ],
  ])("reads %s", (_, written, text, cited) => {
    expect(rendered(written)).toEqual({ text, cited, unknown: [] })
  })

  it.each([
    ["one", "A [E1]. B [E99].", "A [1]. B.", [99]],
    ["one before a word", "A [E99]B", "A B", [99]],
    ["one at the start of a line", "A\n\n[E99] B", "A\n\n B", [99]],
    ["one of several", "A [E1, E99].", "A [1].", [99]],
    [
      "one inside of a bracket that then looks like a citation",
      "A [[E99]1]. B [2[E98]].",
      "A (1). B (2).",
      [99, 98],
    ],
    ["one inside of what then looks like a marker", "A [E[E99]1].", "A (E1).", [99]],
    ["a range that leads far", "A [E11-E14]. B [E1-E99999999].", "A [1][2]. B [3].", [13, 14, 99_999_999]],
    ["a number beyond all numbers", "A [E10000000000000001].", "A.", [100_000_000_000_000]],
  ])("takes out what has no evidence: %s", (_, written, text, unknown) => {
    expect(rendered(written)).toMatchObject({ text, unknown })
  })

  it.each([
    ["an interval", "p in [0, 1]"],
    ["years", "[2019, 2020]"],
    ["JSON", '{"a": [1, 2], "b": ["x", 3], "c": [[1, 2], [3, 4]]}'],
    ["code", "sizes = [3, 4]"],
    ["words", "[sic] [E. coli] [Exhibit 1] [\u2026]"],
    ["what goes on", "[E10fuel] [E2E tests]"],
    ["a link", "[the contract](https://example.org)"],
    ["an open bracket", "[E1"],
  ])("leaves as written: %s", (_, written) => {
    expect(rendered(written)).toEqual({ text: written, cited: [], unknown: [] })
  })

  it("gives a number that is no citation parentheses", () => {
    expect(rendered("A [3], [ 4 ], [1, 2], \\[5\\], [0] [E7].").text).toBe(
      "A (3), ( 4 ), (1, 2), (5), (0) [1].",
    )
  })

  it.each([
    ['{"count": [5], "of": 3}', '{"count": [ 5 ], "of": 3}'],
    ['{"count": [5000]}', '{"count": [5000]}'],
    ['{"count":[ 2 ]} [E2]', '{"count":[ 2 ]} [1]'],
    ["n = [7]", "n = [ 7 ]"],
  ])("keeps a list of one number a list that looks like no citation: %s", (written, text) => {
    expect(rendered(written).text).toBe(text)
  })

  it("leaves out thinking and the markers in it", () => {
    expect(rendered("<think>It says [E3].</think>\n\nA [E1].\n")).toEqual({
      text: "A [1].",
      cited: [1],
      unknown: [],
    })
    expect(rendered("Perhaps [E2].\n</think>\nA [E1].")).toEqual({ text: "A [1].", cited: [1], unknown: [] })
    expect(rendered("<think>and so on [E3]").text).toBe("")
  })

  it("says when what was given turns out to be thinking", () => {
    let restarts = 0
    const renderer = createCitationRenderer(evidence, () => {
      restarts += 1
    })
    expect(renderer.push("Perhaps [E2].")).toBe("Perhaps [1].")
    expect(renderer.push("\n</think>\nA [E1].")).toBe("A [1].")
    expect(renderer.end()).toBe("")
    expect(restarts).toBe(1)
    expect(renderer.citations.map(({ documentId }) => documentId)).toEqual(["d1"])
  })
})

/** Parts of which any nesting of brackets, digits and letters comes about, with what models write between. */
const parts = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("[", "]", "E", "1", "2", "9", "[E", "[E1]", "[E99]", "[1]") },
    {
      weight: 2,
      arbitrary: fc.constantFrom("(", ")", "{", "}", "\u3010", "\u3011", "\uff3b", "\uff3d", "0", "3"),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(" ", ", ", "-", "\n", "\\", "^", "*", ": ", "and", "p. ", "\u2026", '"'),
    },
  ),
  { maxLength: 40 },
)
const tags = fc.constantFrom(
  "<think>",
  "</think>",
  "<thinking>",
  "</",
  "<",
  "\n",
  "think>",
  "[THINK]",
  "[/THINK]",
)

describe("markers, whatever is written", () => {
  it("each bracketed number of an answer is the number of a citation, and nothing else changes", () => {
    const bare = (text: string) => text.replace(/[[\]()\s\\\uff3b\uff3d\u3010\u3011]/g, "")
    fc.assert(
      fc.property(parts, (written) => {
        const { text, cited, unknown } = rendered(written.join(""))
        const numbers = [...text.matchAll(/\[(\d+)\]/g)].map(([, digits]) => Number(digits))
        for (const number of numbers) expect(number >= 1 && number <= cited.length).toBe(true)
        expect(new Set(numbers).size).toBe(cited.length)
        // Without any marker the words are all there, and nothing was added.
        if (cited.length === 0 && unknown.length === 0) expect(bare(text)).toBe(bare(written.join("")))
      }),
      { numRuns: 5_000, examples: [[["[", "\uff3b", "0", "2", "]"]]] },
    )
  })

  it("text around a marker stays to the letter", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z.(){}]{0,9}$/),
        fc.stringMatching(/^[a-z.(){}]{0,9}$/),
        (left, right) => {
          expect(rendered(`${left}[E2]${right}[E77]${left}`).text).toBe(`${left}[1]${right}${left}`)
        },
      ),
    )
  })

  it("pieces give what the whole gives", () => {
    const written = fc.array(
      fc.oneof(
        parts.map((all) => all.join("")),
        tags,
        fc.string(),
      ),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(written, fc.array(fc.nat(7), { maxLength: 60 }), (all, lengths) => {
        const text = all.join("")
        const pieces: string[] = []
        let at = 0
        for (const length of lengths) {
          pieces.push(text.slice(at, at + length))
          at += length
        }
        pieces.push(text.slice(at))
        const renderer = createCitationRenderer(evidence, () => {
          streamed = ""
        })
        let streamed = ""
        for (const piece of pieces) {
          const settled = renderer.push(piece)
          streamed += settled
        }
        streamed += renderer.end()
        const whole = rendered(text)
        expect(streamed).toBe(whole.text)
        expect(renderer.citations.map(({ documentId }) => Number(documentId.slice(1)))).toEqual(whole.cited)
        expect(streamed).toBe(streamed.trim())
      }),
      { numRuns: 5_000 },
    )
  })

  it("what a merge keeps are the known markers of its text, and taking others out makes none", () => {
    fc.assert(
      fc.property(parts, (written) => {
        const text = written.join("")
        const known = new Set([1, 2, 12])
        const kept = keepKnownMarkers(text, known)
        expect(markersIn(kept.text)).toEqual(markersIn(text).filter((number) => known.has(number)))
        expect(kept.unknown).toEqual(markersIn(text).filter((number) => !known.has(number)))
        expect(keepKnownMarkers(kept.text, known)).toEqual({ text: kept.text, unknown: [] })
      }),
      { numRuns: 5_000, examples: [[["\\", "\\", "[E1]"]]] },
    )
  })

  it("data can't forge a marker, wherever markers stand beside it", () => {
    const data = fc.oneof(
      parts.map((all) => all.join("")),
      fc.string(),
    )
    fc.assert(
      fc.property(data, data, (left, right) => {
        const text = `${neutraliseMarkers(left)} ${evidenceMarker(7)}\n2. ${neutraliseMarkers(right)}`
        expect(markersIn(text)).toEqual([7])
      }),
      { numRuns: 5_000 },
    )
  })
})
