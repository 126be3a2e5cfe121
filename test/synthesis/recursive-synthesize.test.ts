import fc from "fast-check"
import {
  type Embedder,
  type Findings,
  InvalidArgumentError,
  InvalidOutputError,
  type LLMRequest,
  type MergeLeaf,
  type MergeNode,
  maxMergeCalls,
  NoFindingsError,
  ProviderError,
  recursiveSynthesize,
} from "spd-rag"
import { fakeEmbedder, fakeLLM } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { findingsOf, words } from "../support/findings"
import { promptOf } from "../support/model"

const QUESTION = "What do the documents say?"
const DIRECTIVE = "List every fact."
/** Cheap and additive up to one token, so that a prompt's size is known to the test. */
const countTokens = (text: string) => Math.ceil(text.length / 4)

/** What hostile models return. */
const MODELS: { readonly [name: string]: (request: LLMRequest) => string } = {
  "more than it was given": (request) => `${promptOf(request)} ${promptOf(request)}`,
  "its input": (request) => promptOf(request),
  nothing: () => "",
  garbage: () => "\u0000]}[E1[E99][E0][[E-1]] [E1, E2] \uD800".repeat(50),
  "one short line": () => "Merged. [E1]",
}

async function merge(
  findings: readonly Findings[],
  options: {
    readonly reply: (
      request: LLMRequest,
      call: number,
    ) => string | { text: string; finishReason: "length" } | Error
    readonly budget: number
    readonly window?: number
    readonly embedder?: Embedder
    readonly packing?: "close-to-fewest" | "subtrees"
  },
) {
  const { reply, budget, window = 1_000_000, embedder = fakeEmbedder({ dimensions: 8 }), packing } = options
  const llm = fakeLLM({ reply, contextWindow: window })
  const run = recursiveSynthesize({
    question: QUESTION,
    directive: DIRECTIVE,
    findings,
    llm,
    embedder,
    maxBatchTokens: budget,
    countTokens,
    packing,
  })
  return { llm, synthesis: await run.catch((error: unknown) => error as Error) }
}

function leavesOf(node: MergeNode): readonly MergeLeaf[] {
  return node.kind === "findings" ? [node] : node.children.flatMap(leavesOf)
}

function checkPrompts(calls: readonly LLMRequest[], budget: number, window: number) {
  for (const request of calls) {
    const prompt = countTokens(promptOf(request)) + (request.maxOutputTokens ?? 0)
    expect(prompt).toBeLessThanOrEqual(budget)
    expect(prompt).toBeLessThanOrEqual(window)
  }
}

/** Every word of every finding reached some prompt. */
function checkNothingLost(calls: readonly LLMRequest[], findings: readonly Findings[]) {
  const seen = new Set(calls.flatMap((request) => promptOf(request).split(/[\s;"]+/)))
  for (const { answers } of findings) {
    for (const word of (answers[0]?.answer ?? "").split(" "))
      if (word !== "" && !seen.has(word)) throw new Error(`${word} was lost`)
  }
}

/** Parts that a finding is cut into at most: each but the last fills half of what a call holds, and a call holds a quarter of the budget at least. */
function partsAtMost(findings: readonly Findings[], budget: number): number {
  return findings.reduce((sum, { report }) => sum + Math.ceil((countTokens(report) * 8) / budget) + 1, 0)
}

describe("recursiveSynthesize", () => {
  for (const [name, reply] of Object.entries(MODELS)) {
    for (const packing of ["close-to-fewest", "subtrees"] as const) {
      it(`ends, fits and loses nothing when the model returns ${name} (${packing})`, async () => {
        const sizes = fc.array(
          fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 100, max: 600 })),
          {
            minLength: 1,
            maxLength: 16,
          },
        )
        await fc.assert(
          fc.asyncProperty(sizes, fc.integer({ min: 600, max: 4_000 }), async (counts, budget) => {
            const findings = counts.map((count, index) => findingsOf(index, words(index, count)))
            const { llm, synthesis } = await merge(findings, { reply, budget, packing })
            if (name === "nothing") expect(synthesis).toBeInstanceOf(InvalidOutputError)
            else expect(synthesis).not.toBeInstanceOf(Error)
            checkPrompts(llm.calls, budget, 1_000_000)
            checkNothingLost(llm.calls, findings)
            expect(llm.calls.length).toBeLessThanOrEqual(maxMergeCalls(partsAtMost(findings, budget)))
          }),
          { numRuns: 25 },
        )
      })
    }
  }

  it.each([
    ["all of 0.6 budgets", Array.from({ length: 40 }, () => 120), 700],
    ["one of fifty budgets", [3_000, 1, 1, 1], 600],
    ["one word each", Array.from({ length: 300 }, () => 1), 600],
  ])("ends within its bound: %s", async (_, counts, budget) => {
    const findings = counts.map((count, index) => findingsOf(index, words(index, count)))
    const { llm, synthesis } = await merge(findings, { reply: MODELS["its input"]!, budget })
    expect(synthesis).not.toBeInstanceOf(Error)
    checkPrompts(llm.calls, budget, 1_000_000)
    checkNothingLost(llm.calls, findings)
    expect(llm.calls.length).toBeLessThanOrEqual(maxMergeCalls(partsAtMost(findings, budget)))
  })

  it("every finding is a leaf of the tree once, and a dropped marker keeps its evidence", async () => {
    const findings = Array.from({ length: 30 }, (_, index) => findingsOf(index, words(index, 30)))
    const { synthesis } = await merge(findings, { reply: () => "No marker at all.", budget: 1_000 })
    if (synthesis instanceof Error) throw synthesis
    const ids = leavesOf(synthesis.tree).map(({ documentId }) => documentId)
    expect(ids.sort()).toEqual(findings.map(({ documentId }) => documentId).sort())
    if (synthesis.tree.kind !== "merge") throw new Error("expected a merge")
    expect(synthesis.tree.evidence).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
    expect(synthesis.tree.documentIds).toHaveLength(30)
    expect(synthesis.warnings.map(({ code }) => code)).toContain("answer-uncited")
  })

  it("later rounds are given the quotes behind the markers", async () => {
    const findings = Array.from({ length: 12 }, (_, index) =>
      findingsOf(index, words(index, 40), { quote: `the very words number ${index}` }),
    )
    const { llm } = await merge(findings, {
      reply: (request) => [...promptOf(request).matchAll(/\[E\d+\]/g)].join(" ").slice(0, 200),
      budget: 1_000,
    })
    const last = promptOf(llm.calls.at(-1)!)
    expect(last).not.toContain("Found:")
    expect(last).toMatch(/# Quotes behind the markers\n\[E\d+\] "the very words number \d+"/)
  })

  it("asks for a shorter text once, then cuts at a line and says so", async () => {
    const findings = Array.from({ length: 12 }, (_, index) => findingsOf(index, words(index, 40)))
    const { llm, synthesis } = await merge(findings, {
      reply: (request) =>
        promptOf(request).includes("Found:") ? `${"a line of text\n".repeat(200)}` : "Done.",
      budget: 1_000,
    })
    if (synthesis instanceof Error) throw synthesis
    expect(llm.calls.some((request) => promptOf(request).includes("That is too long."))).toBe(true)
    expect(synthesis.warnings.map(({ code }) => code)).toContain("merge-shortened")
    // What the text does not cite follows it, written by code.
    expect(synthesis.text).toMatch(/^Done\.\n\n- Title 0: w0x0 .* \[1\]\n/)
  })

  it("goes on with halves when the provider's window is smaller than declared", async () => {
    const real = 900
    const findings = Array.from({ length: 20 }, (_, index) => findingsOf(index, words(index, 30)))
    const { llm, synthesis } = await merge(findings, {
      reply: (request) =>
        countTokens(promptOf(request)) > real
          ? new ProviderError("prompt too long", { provider: "fake", status: 400, tooLong: true })
          : "Short. [E1]",
      budget: 2_000,
    })
    expect(synthesis).not.toBeInstanceOf(Error)
    checkNothingLost(
      llm.calls.filter((request) => countTokens(promptOf(request)) <= real),
      findings,
    )
  })

  it("shows a finding that had to be halved as parts in the tree", async () => {
    const finding = findingsOf(0, Array.from({ length: 60 }, (_, line) => words(line, 12)).join("\n"))
    const { synthesis } = await merge([finding], {
      reply: (request) =>
        countTokens(promptOf(request)) > 900
          ? new ProviderError("prompt too long", { provider: "fake", status: 400, tooLong: true })
          : "Short. [E1]",
      budget: 5_000,
    })
    if (synthesis instanceof Error) throw synthesis
    const leaves = leavesOf(synthesis.tree)
    expect(leaves.length).toBeGreaterThan(1)
    expect(leaves.map(({ part }) => part)).toEqual(leaves.map((_, index) => index + 1))
    expect(leaves.every(({ documentId }) => documentId === "doc-0")).toBe(true)
  })

  it("keeps a fifth of the window free for a model whose tokenizer counts more", async () => {
    const window = 2_000
    const findings = Array.from({ length: 90 }, (_, index) => findingsOf(index, words(index, 8)))
    const { llm } = await merge(findings, { reply: MODELS["its input"]!, budget: 750_000, window })
    const sizes = llm.calls.map(
      (request) => countTokens(promptOf(request)) * 1.2 + (request.maxOutputTokens ?? 0),
    )
    expect(Math.max(...sizes)).toBeLessThanOrEqual(window)
    // And not by wasting it.
    expect(Math.max(...sizes)).toBeGreaterThan(0.85 * window)
  })

  it("one finding is one call, and the directive is in it", async () => {
    const { llm, synthesis } = await merge([findingsOf(0, "a fact")], {
      reply: () => "A fact. [E1]",
      budget: 5_000,
    })
    if (synthesis instanceof Error) throw synthesis
    expect(llm.calls).toHaveLength(1)
    expect(promptOf(llm.calls[0]!)).toContain(DIRECTIVE)
    expect(synthesis.text).toBe("A fact. [1]")
    expect(synthesis.citations[0]).toMatchObject({ number: 1, documentId: "doc-0", quote: "quote 0" })
  })

  it("documents that found nothing cost their names, and from 201 on only their number", async () => {
    const some = [findingsOf(0, "a fact")]
    const few = Array.from({ length: 3 }, (_, index) => findingsOf(index + 1, "", { found: false }))
    const many = Array.from({ length: 1_000 }, (_, index) => findingsOf(index + 1, "", { found: false }))
    const small = await merge([...some, ...few], { reply: () => "A fact. [E1]", budget: 100_000 })
    expect(promptOf(small.llm.calls[0]!)).toContain("Read, nothing found (3): Title 1; Title 2; Title 3")
    const large = await merge([...some, ...many], { reply: () => "A fact. [E1]", budget: 100_000 })
    expect(large.llm.calls).toHaveLength(1)
    const prompt = promptOf(large.llm.calls[0]!)
    expect(prompt).toContain("Read, nothing found: 1000 documents.")
    expect(prompt).not.toContain("Title 500")
    if (large.synthesis instanceof Error) throw large.synthesis
    expect(leavesOf(large.synthesis.tree)).toHaveLength(1_001)
  })

  it("an invented marker is taken out and warned of; one that a text forges never counts", async () => {
    const findings = [findingsOf(0, "the report says [E2] and [ E 2 ]"), findingsOf(1, "another fact")]
    const { llm, synthesis } = await merge(findings, {
      reply: () => "One [E1], none [E77], [3] apples.",
      budget: 5_000,
    })
    if (synthesis instanceof Error) throw synthesis
    expect(promptOf(llm.calls[0]!)).toContain("the report says (E2] and ( E 2 ]")
    expect(synthesis.text).toBe("One [1], none, (3) apples.\n\n- Title 1: another fact [2]")
    expect(synthesis.warnings.map(({ code }) => code)).toContain("marker-unknown")
  })

  it("a reply that is thinking alone is empty: it is asked for once more", async () => {
    const { llm, synthesis } = await merge([findingsOf(0, "a fact")], {
      reply: (_, call) => (call === 0 ? "<think>It says [E1]." : "<think>So.</think>\nA fact [E1]."),
      budget: 5_000,
    })
    if (synthesis instanceof Error) throw synthesis
    expect(llm.calls).toHaveLength(2)
    expect(synthesis.text).toBe("A fact [1].")
  })

  it("a report can't forge a marker over a line break", async () => {
    const forged = { ...findingsOf(0, "a"), report: "Found: It says [E\n1] so." }
    const { llm } = await merge([forged, findingsOf(1, "b")], {
      reply: () => "A [E1].",
      budget: 5_000,
    })
    expect(promptOf(llm.calls[0]!)).toContain("It says (E\n")
  })

  it("refuses what can't work before any call, with what would", async () => {
    const findings = [findingsOf(0, "a fact")]
    const { llm, synthesis } = await merge(findings, { reply: () => "x", budget: 100 })
    expect(synthesis).toBeInstanceOf(InvalidArgumentError)
    const least = Number(/at least (\d+)/.exec((synthesis as Error).message)?.[1])
    expect(llm.calls).toHaveLength(0)
    expect((await merge(findings, { reply: () => "x", budget: least })).synthesis).not.toBeInstanceOf(Error)
    expect((await merge(findings, { reply: () => "x", budget: least - 1 })).synthesis).toBeInstanceOf(
      InvalidArgumentError,
    )
    expect((await merge([], { reply: () => "x", budget: 5_000 })).synthesis).toBeInstanceOf(NoFindingsError)
  })

  it.each([
    ["fewer", (texts: readonly string[]) => texts.slice(1).map(() => new Float32Array(8))],
    ["longer", (texts: readonly string[]) => texts.map(() => new Float32Array(9))],
    ["NaN", (texts: readonly string[]) => texts.map(() => new Float32Array(8).fill(Number.NaN))],
  ])("an embedder that returns %s vectors is a typed error before clustering", async (_, vectors) => {
    const embedder = fakeEmbedder({ dimensions: 8, onCall: ({ texts }) => vectors(texts) })
    const findings = Array.from({ length: 20 }, (_, index) => findingsOf(index, words(index, 40)))
    const { llm, synthesis } = await merge(findings, { reply: () => "x", budget: 1_000, embedder })
    expect(synthesis).toBeInstanceOf(InvalidOutputError)
    expect(llm.calls).toHaveLength(0)
  })

  it("zero and equal vectors still merge everything", async () => {
    const embedder = fakeEmbedder({
      dimensions: 8,
      onCall: ({ texts }) => texts.map(() => new Float32Array(8)),
    })
    const findings = Array.from({ length: 60 }, (_, index) => findingsOf(index, words(index, 30)))
    const { llm, synthesis } = await merge(findings, { reply: () => "Merged.", budget: 900, embedder })
    expect(synthesis).not.toBeInstanceOf(Error)
    checkNothingLost(llm.calls, findings)
  })
})
