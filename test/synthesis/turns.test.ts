import { recursiveSynthesize } from "spd-rag"
import { fakeLLM } from "spd-rag/testing"
import { expect, it, onTestFinished } from "vitest"
import { findingsOf, words } from "../support/findings"

it("no two prompts of a round are made in one turn of the event loop", async () => {
  let turn = 0
  let going = true
  onTestFinished(() => {
    going = false
  })
  const count = () => {
    turn += 1
    if (going) setImmediate(count)
  }
  setImmediate(count)
  const turns: number[] = []
  const llm = fakeLLM({
    countTokens: false,
    reply: ({ merge }) => {
      if (merge?.round === 1) turns.push(turn)
      return "Merged [E1]."
    },
  })
  await recursiveSynthesize({
    question: "What do the documents say?",
    directive: "List every fact.",
    findings: Array.from({ length: 60 }, (_, index) => findingsOf(index, words(index, 100))),
    llm,
    maxBatchTokens: 2_000,
    countTokens: (text) => Math.ceil(text.length / 4),
    concurrency: 8,
  })
  expect(turns.length).toBeGreaterThan(5)
  expect(new Set(turns).size).toBe(turns.length)
})
