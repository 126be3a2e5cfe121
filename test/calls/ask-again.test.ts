import { fakeLLM, promptOf } from "spd-rag/testing"
import { expect, it } from "vitest"
import { again, askAgain } from "../../src/calls/ask-again"

const countTokens = (text: string) => text.length
const rejected = { text: "no JSON ".repeat(1_000), reason: "malformed", problem: "x".repeat(500) } as const

it.each([
  ["with what was wrong, where the window has room for it", 3_000, true],
  ["without it, where it has none", 2_700, false],
])("a reply is asked for again %s", (_, contextWindow, isSaid) => {
  const messages = [{ role: "user", content: "?".repeat(1_700) }] as const
  const llm = fakeLLM({ contextWindow, reply: [] })
  const asked = askAgain(rejected, { llm, messages, maxOutputTokens: 600, countTokens })
  const prompt = promptOf({ ...asked, signal: undefined })
  expect(prompt.length + asked.maxOutputTokens).toBeLessThanOrEqual(contextWindow)
  expect(prompt.includes(rejected.problem)).toBe(isSaid)
  expect(prompt.endsWith(again)).toBe(true)
})
