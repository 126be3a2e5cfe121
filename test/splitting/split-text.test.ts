import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { InvalidArgumentError } from "../../src/errors"
import { splitText } from "../../src/splitting/split-text"
import type { SplitTextOptions } from "../../src/splitting/steps"
import { splitTextYielding } from "../../src/splitting/yielding"
import { countTokens } from "../../src/tokens/count-tokens"
import { abortAfterTurns, slowMachine, turnsUntilSettled } from "../support/turns"

const line = fc.constantFrom(
  "# Title",
  "## Part *one* ##",
  "### ",
  "Heading\n===",
  "Sub\n---",
  "```js",
  "```",
  "~~~~",
  "~~~",
  "> ```",
  "> quote. More.",
  "- item one",
  "  - nested item",
  "1. first",
  "- ```\n  code\n  ```",
  "| a | b |",
  "| --- | :-: |",
  "| 1 | two words |",
  "A sentence. Another one! A third? And (more).",
  "no end of sentence here",
  "Dr. Smith paid 3.50.",
  "    # indented",
  "第一句。第二句！第三句？第四；第五",
  "中国人民中国人民中国人民",
  "😀👨‍👩‍👧😀😀",
  "\ud83d lone \udc00",
  "\u200b\u200b",
  "\ufeff",
  "e\u0301\u0301",
  "aGVsbG8gd29ybGQgaGVsbG8gd29ybGQ=",
  "https://example.com/a/b?c=d",
  " ",
  "\t",
  "",
  "",
  "x".repeat(70),
  " ".repeat(60),
)
const newline = fc.constantFrom("\n", "\n", "\n\n", "\r\n", "\r\n\r\n", " ", "\r", "")
const markdown = fc.array(fc.tuple(line, newline), { maxLength: 40 }).map((parts) => parts.flat().join(""))
const anyText = fc.oneof({ weight: 3, arbitrary: markdown }, fc.string({ unit: "binary", maxLength: 200 }))
const sizes = fc
  .tuple(fc.integer({ min: 6, max: 120 }), fc.double({ min: 0, max: 0.999, noNaN: true }))
  .map(([chunkTokens, part]) => ({ chunkTokens, overlapTokens: Math.floor(part * chunkTokens) }))

function check(text: string, options: SplitTextOptions & { chunkTokens: number; overlapTokens: number }) {
  const chunks = splitText(text, options)
  const count = options.countTokens ?? countTokens
  let before = { start: -1, end: 0 }
  for (const [index, chunk] of chunks.entries()) {
    expect(chunk.index).toBe(index)
    expect(chunk.text).toBe(text.slice(chunk.start, chunk.end))
    expect(chunk.tokens).toBe(count(chunk.text))
    expect(chunk.tokens).toBeLessThanOrEqual(options.chunkTokens)
    expect(chunk.start).toBeGreaterThan(before.start)
    expect(chunk.end).toBeGreaterThan(before.end)
    expect(chunk.start).toBeLessThanOrEqual(before.end)
    if (chunk.start < before.end) {
      expect(count(text.slice(chunk.start, before.end))).toBeLessThanOrEqual(options.overlapTokens)
    }
    for (const place of [chunk.start, chunk.end]) expect(cutsPair(text, place)).toBe(false)
    before = chunk
  }
  expect(before.end).toBe(text.length)
  expect(chunks[0]?.start ?? 0).toBe(0)
  return chunks
}

function cutsPair(text: string, at: number) {
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at))
}

const sentences = (count: number) =>
  Array.from({ length: count }, (_, i) => `Sentence number ${i} says that the river rose by ${i} feet.`).join(
    " ",
  )

describe("splitText", () => {
  it("cuts exact, covering, growing, fitting slices of any text", () => {
    fc.assert(
      fc.property(anyText, sizes, (text, size) => void check(text, size)),
      { numRuns: 1500 },
    )
  })

  it("repeats no more than asked where an overlap that gives way to a whole block is more tokens than before", () => {
    check("1. first\n| 1 | two words | # Title\nDr. Smith paid 3.50.\n", {
      chunkTokens: 10,
      overlapTokens: 9,
    })
  })

  it("holds the same with counters that are not sums of their parts", () => {
    const counters = fc.constantFrom<(text: string) => number>(
      (text) => text.length,
      (text) => Math.ceil(text.length / 4) + 2,
      (text) => Math.floor((text.length * text.length) / 30) + 1,
      (text) => text.split(/\s+/).length,
      (text) => new TextEncoder().encode(text).length / 3,
      (text) => (text.length % 7) + 1,
    )
    fc.assert(
      fc.property(anyText, sizes, counters, (text, size, counter) => {
        check(text, { ...size, chunkTokens: size.chunkTokens + 2, countTokens: counter })
      }),
      { numRuns: 1000 },
    )
  })

  it("gives one chunk where the text fits, and none for no text", () => {
    expect(splitText("")).toEqual([])
    const text = sentences(60)
    expect(splitText(text, { chunkTokens: countTokens(text), overlapTokens: 10 })).toHaveLength(1)
    expect(splitText(text, { chunkTokens: countTokens(text) - 1, overlapTokens: 10 })).toHaveLength(2)
    expect(splitText(" \n\t\n")).toEqual([
      { index: 0, text: " \n\t\n", start: 0, end: 4, tokens: countTokens(" \n\t\n"), headings: [] },
    ])
  })

  it("overlaps running prose by at least half of what was asked, at sentences, and fills chunks", () => {
    const text = sentences(1000)
    const chunks = check(text, { chunkTokens: 1000, overlapTokens: 250 })
    for (const [i, chunk] of chunks.entries()) {
      expect(chunk.text.startsWith("Sentence")).toBe(true)
      if (i === chunks.length - 1) continue
      expect(chunk.tokens).toBeGreaterThan(900)
      expect(countTokens(text.slice(chunks[i + 1]!.start, chunk.end))).toBeGreaterThanOrEqual(125)
    }
  })

  it("takes a quarter of the chunk as overlap where only the chunk is given", () => {
    const text = sentences(40)
    const chunks = splitText(text, { chunkTokens: 80 })
    expect(chunks).toEqual(check(text, { chunkTokens: 80, overlapTokens: 20 }))
  })

  it("cuts before headings and keeps their path, not those in fences", () => {
    const text = `# Doc\n\n${sentences(8)}\n\n## Alpha\n\n${sentences(8)}\n\n~~~sh\n# no heading\n~~~\n\n### Deep\n\n${sentences(8)}\n\nBeta\n----\n\n${sentences(20)}\n`
    const chunks = check(text, { chunkTokens: 150, overlapTokens: 0 })
    const paths = new Set(chunks.map((chunk) => chunk.headings.join(" > ")))
    expect([...paths]).toEqual(["Doc", "Doc > Alpha", "Doc > Alpha > Deep", "Doc > Beta"])
    for (const title of ["## Alpha", "Beta\n----"]) {
      expect(chunks.some((chunk) => chunk.text.startsWith(title))).toBe(true)
      expect(chunks.some((chunk) => chunk.text.trimEnd().endsWith(title))).toBe(false)
    }
  })

  it.each([
    ["```\n", "```\n", ""],
    ["~~~py\n", "~~~\n", ""],
    ["- item\n\n  ```\n", "  ```\n", "  "],
    ["> ```\n", "> ```\n", "> "],
  ])("keeps a small fence whole (%j)", (opening, closing, prefix) => {
    const code = Array.from({ length: 6 }, (_, i) => `${prefix}# line ${i}. Then.\n`).join("")
    const fence = `${opening.slice(opening.lastIndexOf("\n", opening.length - 2) + 1)}${code}${closing}`
    const text = `${sentences(9)}\n\n${opening}${code}${closing}\n${sentences(9)}\n`
    for (let chunkTokens = 90; chunkTokens < 300; chunkTokens += 7) {
      for (const chunk of check(text, { chunkTokens, overlapTokens: 40 })) {
        expect(chunk.text.includes("# line") && !chunk.text.includes(fence)).toBe(false)
        expect(chunk.headings).toEqual([])
      }
    }
  })

  it("keeps table rows whole and carries the header to the chunks that go on", () => {
    const header = "| City | Year | Population |\n|------|-----:|------------|"
    const rows = Array.from({ length: 60 }, (_, i) => `| Town ${i} | ${1900 + i} | ${i * 1000} |`)
    const text = `Before the table.\n\n${header}\n${rows.join("\n")}\n\nAfter it.\n`
    const chunks = check(text, { chunkTokens: 100, overlapTokens: 20 })
    expect(chunks.length).toBeGreaterThan(8)
    for (const chunk of chunks) {
      for (const row of chunk.text.split("\n").filter((row) => row.includes("Town")))
        expect(rows).toContain(row)
      const continues = /^\| Town/.test(chunk.text)
      expect(chunk.tableHeader).toBe(continues ? header : undefined)
    }
    expect(chunks.some((chunk) => chunk.text.includes("| Town 42 |") && chunk.tableHeader === header)).toBe(
      true,
    )
  })

  it("ends chunks of Chinese behind sentences", () => {
    const text = "这是第一句话，说的是河水上涨。真的吗？是的！".repeat(400)
    for (const chunk of check(text, { chunkTokens: 200, overlapTokens: 50 }))
      expect(chunk.text).toMatch(/[。？！]$/)
    check("汉字".repeat(10_000), { chunkTokens: 200, overlapTokens: 50 })
  })

  it("cuts no emoji, at any size that holds one", () => {
    const text = "😀".repeat(10)
    const least = countTokens("😀")
    for (let chunkTokens = least; chunkTokens <= 20; chunkTokens++) {
      for (const chunk of check(text, { chunkTokens, overlapTokens: 0 }))
        expect(chunk.text.isWellFormed()).toBe(true)
    }
    expect(() => splitText(text, { chunkTokens: least - 1, overlapTokens: 0 })).toThrow(/chunkTokens/)
  })

  it("keeps CRLF together where it fits", () => {
    const text = "a\r\n".repeat(200)
    const options = { chunkTokens: 7, overlapTokens: 2, countTokens: (part: string) => part.length }
    for (const chunk of check(text, options)) expect(chunk.text).not.toMatch(/\r$|^\n/)
    check("\r\n\r\n", { chunkTokens: 1, overlapTokens: 0, countTokens: (part: string) => part.length })
  })

  it("goes on where a first piece nearly fills the chunk", () => {
    const text = `${"A".repeat(26)}\n\n${"B".repeat(10)}`
    const chunks = check(text, { chunkTokens: 30, overlapTokens: 10, countTokens: (part) => part.length })
    expect(chunks.length).toBeGreaterThan(1)
  })

  it.each([
    ["chunkTokens", [0, -1, 1.5, Number.NaN, Infinity, "9", null]],
    ["overlapTokens", [-1, 0.5, Number.NaN, 1000, 1001, Infinity, "1"]],
    ["countTokens", [5, "x"]],
  ])("refuses a senseless %s at once, whatever the text", (argument, values) => {
    for (const value of values) {
      let error: unknown
      try {
        splitText("", { [argument]: value })
      } catch (thrown) {
        error = thrown
      }
      expect(error).toBeInstanceOf(InvalidArgumentError)
      expect(error).toMatchObject({ argument, value })
    }
  })

  it("refuses an option that it does not have", () => {
    expect(() => splitText("", { chunkSize: 10 } as object)).toThrow(
      expect.objectContaining({ name: "InvalidArgumentError", argument: "options.chunkSize" }),
    )
  })

  it.each([Number.NaN, -1, undefined, "3"])("refuses a counter that gives %s", (tokens) => {
    const options = { countTokens: () => tokens as number }
    expect(() => splitText("some text", options)).toThrow(InvalidArgumentError)
  })

  it("calls a counter about three times for each stretch of text", () => {
    let units = 0
    const text = sentences(4000)
    const counter = (part: string) => {
      units += part.length
      return countTokens(part)
    }
    splitText(text, { countTokens: counter })
    expect(units / text.length).toBeLessThan(4.5)
  })

  it("is linear without a space, with nothing but spaces, and on one line", () => {
    for (const part of [
      "a",
      " ",
      "\n",
      "word ",
      "|",
      "> ",
      "# ",
      "- ",
      "`",
      "```\n",
      "|-|\n",
      "😀",
      "\ud83d",
    ]) {
      const text = part.repeat(200_000 / part.length)
      let counted = 0
      const counter = (slice: string) => {
        counted += slice.length
        return countTokens(slice)
      }
      expect(splitText(text, { countTokens: counter }).at(-1)?.end).toBe(text.length)
      // Whatever the text, each stretch of it is counted a bounded number of times.
      expect([part, counted <= 12 * text.length]).toEqual([part, true])
    }
  })
})

describe("splitTextYielding", () => {
  it("gives what splitText gives, with turns of the event loop between", async () => {
    slowMachine()
    const text = `${sentences(500)}${"a".repeat(30_000)}`
    const running = splitTextYielding(text)
    // On a machine where each step takes its whole slice, no more than a few thousand characters go by without a turn.
    expect(await turnsUntilSettled(running)).toBeGreaterThan(text.length / 4_000)
    expect(await running).toEqual(splitText(text))
  })

  it("rejects with the signal's reason, before and during", async () => {
    const reason = new Error("enough")
    await expect(splitTextYielding("text", {}, AbortSignal.abort(reason))).rejects.toBe(reason)
    const controller = new AbortController()
    slowMachine()
    const running = splitTextYielding(sentences(20_000), {}, controller.signal)
    void abortAfterTurns(controller, reason, 2)
    await expect(running).rejects.toBe(reason)
  })
})
