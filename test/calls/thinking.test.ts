import { describe, expect, it } from "vitest"
import { withoutThinking } from "../../src/calls/thinking"

describe("withoutThinking", () => {
  it.each([
    ["a block at the start", "<think>hm\n</think>\nA", "\nA"],
    ["a tag in capitals, and spaces before it", "  <THINKING>hm</thinking>A", "  A"],
    ["a block between lines", "A\n<think>hm</think>\nB", "A\n\nB"],
    ["two blocks", "<think>a</think><think>b</think>C", "C"],
    ["the square brackets of some models", "[THINK]hm[/THINK]A", "A"],
    ["all before an end without a beginning", "hm, so\n</think>\n\nA", "\n\nA"],
    ["all behind a beginning without an end", "A\n<think>hm", "A\n"],
    [
      "nothing inside a line",
      "The tag <think> opens, </think> closes.",
      "The tag <think> opens, </think> closes.",
    ],
    ["nothing of other tags", "<b>A</b>\n<thin>", "<b>A</b>\n<thin>"],
    ["an end that comes late only as a tag", "<think>a</think>B\n</think>\nC", "B\n\nC"],
  ])("takes out %s", (_, text, expected) => {
    expect(withoutThinking(text)).toBe(expected)
    expect(withoutThinking(expected)).toBe(expected)
  })
})
