import { type Findings, type LLMRequest, maxMergeCalls, maxRounds, recursiveSynthesize } from "spd-rag"
import { fakeEmbedder, fakeLLM } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { findingsOf, words } from "../support/findings"
import { promptOf } from "../support/model"

const COUNT = 500
/** Vectors that say nothing take the same way whatever the number of findings: fewer show it. */
const FEWER = 150
const countTokens = (text: string) => Math.ceil(text.length / 4)

interface Mix {
  readonly budget: number
  /** Words of each finding; a word of `words` is about two and a half tokens here. */
  readonly counts: readonly number[]
}

const MIXES: { readonly [name: string]: Mix } = {
  // What a call holds of 2,000 tokens beside instructions and output is 1,200: each fits alone, no two together.
  "all of 0.6 budgets": { budget: 2_000, counts: Array.from({ length: COUNT }, () => 440) },
  "one of fifty budgets": { budget: 500, counts: [10_000, ...Array.from({ length: COUNT - 1 }, () => 3)] },
  "one word each": { budget: 500, counts: Array.from({ length: COUNT }, () => 1) },
  "small and large": {
    budget: 500,
    counts: Array.from({ length: COUNT }, (_, index) => (index % 40 === 0 ? 125 : 5)),
  },
}

const VECTORS: { readonly [name: string]: (index: number) => Float32Array } = {
  identical: () => new Float32Array(8).fill(1),
  zero: () => new Float32Array(8),
  different: (index) => Float32Array.from({ length: 8 }, (_, at) => Math.sin(index * 8 + at)),
}

/** What a model may return: more than it was given, nothing of use, or a fit text. */
const REPLIES: { readonly [name: string]: (request: LLMRequest) => string } = {
  "its input twice": (request) => `${promptOf(request)}${promptOf(request)}`,
  "a short line": () => "Merged [E1].",
}

async function merge(
  findings: readonly Findings[],
  budget: number,
  vector: (index: number) => Float32Array,
  reply: (request: LLMRequest) => string,
) {
  let calls = 0
  let largest = 0
  const seen = new Set<string>()
  const llm = fakeLLM({
    countTokens: false,
    reply: (request) => {
      calls += 1
      const prompt = promptOf(request)
      largest = Math.max(largest, countTokens(prompt) + (request.maxOutputTokens ?? 0))
      for (const word of prompt.split(/[\s;"]+/)) if (word.startsWith("w")) seen.add(word)
      return reply(request)
    },
  })
  let embedded = 0
  const embedder = fakeEmbedder({ dimensions: 8, onCall: ({ texts }) => texts.map(() => vector(embedded++)) })
  let rounds = 0
  let texts = 0
  await recursiveSynthesize({
    question: "What do the documents say?",
    directive: "List every fact.",
    findings,
    llm,
    embedder,
    maxBatchTokens: budget,
    countTokens,
    onEvent: (event) => {
      if (event.type !== "round-start") return
      if (event.round === 1) texts = event.texts
      rounds = event.round
      expect(event.round).toBeLessThanOrEqual(event.maxRounds)
    },
  })
  return { calls, largest, seen, rounds, texts }
}

describe("recursiveSynthesize at scale", () => {
  for (const [mix, { budget, counts }] of Object.entries(MIXES)) {
    for (const [kind, vector] of Object.entries(VECTORS)) {
      for (const [name, reply] of Object.entries(REPLIES)) {
        it(`ends, fits and loses nothing: ${mix}, ${kind} vectors, a model that returns ${name}`, async () => {
          const used = kind === "different" ? counts : counts.slice(0, FEWER)
          const findings = used.map((count, index) => findingsOf(index, words(index, count)))
          const { calls, largest, seen, rounds, texts } = await merge(findings, budget, vector, reply)
          expect(largest).toBeLessThanOrEqual(budget)
          expect(rounds).toBeLessThanOrEqual(maxRounds(texts))
          expect(calls).toBeLessThanOrEqual(maxMergeCalls(texts))
          for (const { answers } of findings) {
            for (const word of answers[0]!.answer.split(" "))
              if (!seen.has(word)) throw new Error(`${word} was lost`)
          }
        })
      }
    }
  }

  it("2,000 ordinary findings at a budget of 16,000 take close to the fewest calls", async () => {
    const findings = Array.from({ length: 2_000 }, (_, index) => findingsOf(index, words(index, 60)))
    const { calls, rounds, largest } = await merge(
      findings,
      16_000,
      VECTORS.different!,
      REPLIES["a short line"]!,
    )
    const tokens = findings.reduce((sum, { report }) => sum + countTokens(report), 0)
    expect(largest).toBeLessThanOrEqual(16_000)
    expect(rounds).toBe(2)
    expect(calls).toBeLessThanOrEqual(1.5 * Math.ceil(tokens / 11_000) + 1)
  })
})
