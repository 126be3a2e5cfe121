import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { findJson } from "../../src/calls/json/find-json"

const GOOD = { tasks: ['a {b} "c" ]', "d"], more: { deep: [1, { x: null }] } }
const JSON_TEXT = JSON.stringify(GOOD)
const found = (reply: string) => [...findJson(reply)]

describe("findJson", () => {
  it.each<[string, string]>([
    ["alone", JSON_TEXT],
    ["behind a byte order mark", `\uFEFF${JSON_TEXT}`],
    ["in a fence", `\`\`\`json\n${JSON_TEXT}\n\`\`\``],
    ["between words with braces", `Of {a} and [b]:\n${JSON_TEXT}\nI filled {c}.`],
    ["behind thinking with JSON in it", `<think>{"tasks": []} or {x</think>\n${JSON_TEXT}`],
    ["behind a draft", `{"tasks": ["draft"]}\nBetter:\n${JSON_TEXT}`],
    ["with a comma too many", JSON_TEXT.replace(/\}$/, ",}")],
    [
      "with single quotes and Python's words",
      `{'tasks': ['a {b} "c" ]', 'd'], 'more': {'deep': [1, {'x': None}]}}`,
    ],
  ])("finds a value %s", (_, reply) => {
    expect(found(reply).map(({ value }) => value)).toContainEqual(GOOD)
    expect(found(reply)[0]?.cut).toBe(false)
  })

  it("keeps backslashes that JSON has no meaning for", () => {
    expect(found(String.raw`{"a": "\alpha is 5\% of \\ and \"x\""}`)[0]?.value).toEqual({
      a: String.raw`\alpha is 5\% of \ and "x"`,
    })
  })

  it("of a value that is cut anywhere keeps what was complete, and says that it is cut", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: JSON_TEXT.length - 1 }), (length) => {
        for (const { value, cut } of found(JSON_TEXT.slice(0, length))) {
          if (!cut) continue
          const { tasks = [] } = value as { tasks?: readonly string[] }
          expect(GOOD.tasks.slice(0, tasks.length)).toEqual(tasks)
        }
      }),
    )
    expect(found('{"a": [{"b": 1}, {"b": 2}, {"b":').find(({ cut }) => cut)?.value).toEqual({
      a: [{ b: 1 }, { b: 2 }],
    })
  })

  it("ends for any text, with a bounded number of values", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("{", "}", "[", "]", '"', "\\", ":", ",", "a", " ", "\n", "1")),
        (marks) => {
          expect(found(marks.join("")).length).toBeLessThan(200)
        },
      ),
    )
  })
})
