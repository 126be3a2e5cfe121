import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { blocksOf } from "../../../src/report/page/text/blocks"
import { type Inline, inlineOf } from "../../../src/report/page/text/inline"

const plain = (pieces: readonly Inline[]) =>
  pieces.map((piece) => (piece.kind === "text" ? piece.text : `[${piece.number}]`)).join("")

describe("inlineOf", () => {
  it("tells strong, emphasis, code and citations apart", () => {
    expect(inlineOf("**Pays *late* [1]** by `a*b*`.")).toEqual([
      { kind: "text", text: "Pays ", marks: ["strong"] },
      { kind: "text", text: "late", marks: ["strong", "em"] },
      { kind: "text", text: " ", marks: ["strong"] },
      { kind: "citation", number: 1 },
      { kind: "text", text: " by ", marks: [] },
      { kind: "text", text: "a", marks: ["code"] },
      { kind: "text", text: "*", marks: ["code"] },
      { kind: "text", text: "b", marks: ["code"] },
      { kind: "text", text: "*", marks: ["code"] },
      { kind: "text", text: ".", marks: [] },
    ])
  })

  it.each(["5 * 3 * 2", "a ** b", "**open", "snake_case_name", "``", "****", "[x](javascript:y)", "<b>[0x]"])(
    "leaves %s as it is",
    (line) => {
      expect(plain(inlineOf(line))).toBe(line)
      expect(inlineOf(line).every((piece) => piece.kind === "text" && piece.marks.length === 0)).toBe(true)
    },
  )

  it("loses nothing but the signs of marks", () => {
    const pieces = fc.constantFrom("**", "*", "`", "[1]", "[22]", " ", "word", "[", "]")
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const line = parts.join("")
        expect(plain(inlineOf(line)).replace(/[*`]/g, "")).toBe(line.replace(/[*`]/g, ""))
      }),
    )
  })
})

describe("blocksOf", () => {
  it("tells the blocks of an answer apart", () => {
    const text = [
      "## Terms ##",
      "One line",
      "and the next.",
      "",
      "- first",
      "  goes on",
      "  1. inner",
      "",
      "| name | days |",
      "| --- | ---: |",
      "| Acme | 30 [1] |",
      "> quoted",
      "---",
      "```",
      "- code | as it is",
      "```",
    ].join("\n")
    expect(blocksOf(text)).toEqual([
      { kind: "heading", level: 2, text: "Terms" },
      { kind: "paragraph", lines: ["One line", "and the next."] },
      {
        kind: "list",
        items: [
          { depth: 0, label: undefined, text: "first goes on" },
          { depth: 1, label: "1.", text: "inner" },
        ],
      },
      { kind: "table", head: ["name", "days"], rows: [["Acme", "30 [1]"]] },
      { kind: "quote", lines: ["quoted"] },
      { kind: "rule" },
      { kind: "code", text: "- code | as it is" },
    ])
  })

  it("keeps every word of any text", () => {
    const lines = fc.constantFrom(
      "",
      "word",
      "- item",
      "  more",
      "# head",
      "> said",
      "```",
      "a | b",
      "|--|--|",
      "1) x",
    )
    fc.assert(
      fc.property(fc.array(lines), (all) => {
        const words = (text: string) => text.match(/[a-z]+/g) ?? []
        const shown = JSON.stringify(blocksOf(all.join("\n")).map((block) => Object.values(block).slice(1)))
        for (const word of words(all.join(" "))) expect(shown).toContain(word)
      }),
    )
  })
})
