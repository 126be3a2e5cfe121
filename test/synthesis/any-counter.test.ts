import fc from "fast-check"
import { type LLMRequest, maxMergeCalls, maxRounds, recursiveSynthesize } from "spd-rag"
import { fakeLLM } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { findingsOf, words } from "../support/findings"
import { promptOf } from "../support/model"

const bytes = (text: string) => new TextEncoder().encode(text).length

/** Counters from bytes to words, and such as no tokenizer is: each a tokens-per-unit scale of its own. */
const COUNTERS: { readonly [name: string]: readonly [(text: string) => number, scale: number] } = {
  bytes: [bytes, 4],
  "UTF-16 units": [(text) => text.length, 4],
  "a third of the length": [(text) => Math.ceil(text.length / 3), 1.4],
  "a tenth of the length": [(text) => Math.ceil(text.length / 10), 0.5],
  words: [(text) => text.split(/\s+/).length, 0.7],
  "twelve a unit": [(text) => 12 * text.length, 48],
  // A whole costs more than its parts.
  superadditive: [(text) => Math.ceil(text.length ** 1.08 / 4), 2.2],
  // Longer texts may cost less than their beginnings.
  "not monotonic": [(text) => Math.ceil(text.length / 4) + (text.length % 7) * 6, 1.2],
  // Lines cost extra, so that joining many short ones is dear.
  "by lines": [(text) => Math.ceil(text.length / 4) + 3 * text.split("\n").length, 1.6],
}

/** What a model may make of a merge prompt. */
const MODELS: { readonly [name: string]: (request: LLMRequest) => string | Error } = {
  echo: (request) => promptOf(request),
  longer: (request) => `${promptOf(request)}${promptOf(request)}`,
  empty: (request) => (promptOf(request).includes("Merge now") ? "" : "Answer."),
  "one grouped marker, repeated to the limit": (request) =>
    `[E${Array(Math.max(2, (request.maxOutputTokens ?? 8) * 2 - 4))
      .fill(/\[E(\d+)\]/.exec(promptOf(request))?.[1] ?? 1)
      .join(",")}]`,
  "invented markers": () => "[E1][E99999][E7, E12345] and [E 3; 4] ".repeat(30),
  "a line over and over": () => "The buyer pays [E1].\n".repeat(400),
  "a cut marker": () => `${"x ".repeat(200)}[E1`,
  "a short line": () => "Merged [E1].",
}

async function merge(counterName: string, modelName: string, counts: readonly number[], budget: number) {
  const [countTokens] = COUNTERS[counterName]!
  const findings = counts.map((count, index) => findingsOf(index, words(index, count)))
  const llm = fakeLLM({ reply: MODELS[modelName]!, countTokens: false })
  let texts = 0
  let rounds = 0
  const { text, citations, tree, warnings } = await recursiveSynthesize({
    question: "What do the documents say?",
    directive: "List every fact.",
    findings,
    llm,
    countTokens,
    maxBatchTokens: budget,
    onEvent: (event) => {
      if (event.type !== "round-start") return
      if (event.round === 1) texts = event.texts
      rounds = Math.max(rounds, event.round)
    },
  })
  expect(rounds).toBeLessThanOrEqual(maxRounds(texts))
  expect(llm.calls.length).toBeLessThanOrEqual(maxMergeCalls(texts))
  for (const request of llm.calls) {
    const tokens = countTokens(promptOf(request)) + (request.maxOutputTokens ?? 0)
    expect(tokens).toBeLessThanOrEqual(budget)
  }
  const cited = new Set(citations.map(({ documentId }) => documentId))
  const named = new Set(warnings.flatMap(({ documentIds = [] }) => documentIds))
  for (const { documentId } of findings) expect(cited.has(documentId) || named.has(documentId)).toBe(true)
  // Every number in brackets is a citation's, whatever the model wrote.
  for (const [, number] of text.matchAll(/\[(\d+)\]/g)) {
    expect(Number(number)).toBeLessThanOrEqual(citations.length)
  }
  if (tree.kind !== "merge") throw new Error("expected a merge")
  expect(tree.documentIds).toHaveLength(findings.length)
}

describe("recursiveSynthesize with any counter and any model", () => {
  for (const [counter, [, scale]] of Object.entries(COUNTERS)) {
    it.each(Object.keys(MODELS))(
      `ends within its bounds, counted by ${counter}, a model that gives %s`,
      async (model) => {
        const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 60, max: 200 })), {
          minLength: 1,
          maxLength: 10,
        })
        await fc.assert(
          fc.asyncProperty(sizes, fc.integer({ min: 700, max: 2_500 }), (counts, budget) =>
            merge(counter, model, counts, Math.ceil(budget * scale)),
          ),
          { numRuns: 6 },
        )
      },
    )
  }

  it("a counter whose figure is no number is refused before any call", async () => {
    const llm = fakeLLM(["x"])
    const run = recursiveSynthesize({
      question: "q",
      directive: "",
      findings: [findingsOf(0, "a fact")],
      llm,
      countTokens: () => Number.NaN,
    })
    await expect(run).rejects.toThrow(/`countTokens`/)
    expect(llm.calls).toHaveLength(0)
  })
})
