import {
  LimitExceededError,
  type LLMRequest,
  ProviderError,
  type RecursiveSynthesizeOptions,
  recursiveSynthesize,
} from "spd-rag"
import { fakeEmbedder, fakeLLM, hang } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { findingsOf, words } from "../support/findings"
import { promptOf } from "../support/model"

const countTokens = (text: string) => Math.ceil(text.length / 4)
const isLast = (request: LLMRequest) => promptOf(request).includes("Answer the question now")
const markersOf = (request: LLMRequest) =>
  [...new Set(request.messages[1]!.content.match(/\[E\d+\]/g))].join("")
const failure = () => new ProviderError("down", { provider: "fake", status: 400 })

function merge(
  reply: Parameters<typeof fakeLLM>[0],
  options: Partial<RecursiveSynthesizeOptions> = {},
  count = 30,
) {
  const findings = Array.from({ length: count }, (_, index) => findingsOf(index, words(index, 30)))
  const llm = fakeLLM(reply)
  const run = recursiveSynthesize({
    question: "What do the documents say?",
    plan: { tasks: ["State the fact."], synthesisDirective: "List every fact." },
    findings,
    llm,
    countTokens,
    maxBatchTokens: 1_000,
    ...options,
  })
  return { llm, run, ids: findings.map(({ documentId }) => documentId) }
}

const codesOf = ({ warnings }: Awaited<ReturnType<typeof recursiveSynthesize>>) =>
  warnings.map(({ code }) => code)

describe("a synthesis that is told to finish", () => {
  it("makes the last merge of what is merged by then, and says what it could not show", async () => {
    const finish = new AbortController()
    const { llm, run, ids } = merge(
      (request, call) => {
        if (call === 2) finish.abort(new Error("enough"))
        return isLast(request) ? "Answer [E1]." : `Merged ${markersOf(request)}`
      },
      { finishSignal: finish.signal, concurrency: 1 },
    )
    const synthesis = await run
    const last = llm.calls.filter(isLast)
    expect(last.length).toBeGreaterThan(0)
    // Two merges had ended, the third was given up, and none began after it.
    expect(llm.calls.length).toBe(3 + last.length)
    expect(promptOf(last[0]!)).toContain("Merged [E")
    expect(codesOf(synthesis)).toContain("texts-cut")
    const cited = synthesis.citations.map(({ documentId }) => documentId)
    expect(new Set(cited)).toEqual(new Set(ids))
  })

  it("before it begins, makes one call of what fits", async () => {
    const { llm, run } = merge(() => "Answer [E1].", { finishSignal: AbortSignal.abort(), mendAnswer: false })
    await run
    expect(llm.calls).toHaveLength(1)
    expect(countTokens(promptOf(llm.calls[0]!))).toBeLessThanOrEqual(1_000)
  })
})

describe("a synthesis that is told to stop", () => {
  it("in a round, answers by code from what is merged by then, without another call", async () => {
    const stop = new AbortController()
    const { llm, run, ids } = merge(
      (request, call) => {
        if (call < 2) return `Merged words ${markersOf(request)}`
        stop.abort(new Error("time"))
        return hang(request)
      },
      { stopSignal: stop.signal, concurrency: 1 },
    )
    const synthesis = await run
    expect(llm.calls).toHaveLength(3)
    expect(synthesis.text).toMatch(/^Merged words \[1\]/)
    expect(synthesis.text).toMatch(/- Title 20: State the fact: w20x0 .* \[\d+\]$/m)
    expect(new Set(synthesis.citations.map(({ documentId }) => documentId))).toEqual(new Set(ids))
    expect(codesOf(synthesis)).toEqual(["answer-stitched"])
  })

  it("in the last merge, voids what was streamed and puts the answer together", async () => {
    const stop = new AbortController()
    let text = ""
    const base = fakeLLM(["never"])
    const llm = {
      ...base,
      async *stream(request: LLMRequest) {
        yield { text: "The answer beg" }
        stop.abort(new Error("time"))
        await hang(request)
      },
    }
    const { run } = merge(["never"], {
      llm,
      maxBatchTokens: 100_000,
      stopSignal: stop.signal,
      onEvent: (event) => {
        if (event.type === "answer-delta") text = event.restart ? event.text : text + event.text
      },
    })
    const synthesis = await run
    expect(synthesis.text).toMatch(/^- Title 0: State the fact: w0x0 .* \[1\]/)
    expect(text).toBe(synthesis.text)
  })

  it("ends by the user's own reason where the user aborts", async () => {
    const user = new AbortController()
    const { run } = merge(
      (request) => {
        user.abort(new Error("mine"))
        return hang(request)
      },
      { signal: user.signal, finishSignal: new AbortController().signal, stopSignal: user.signal },
    )
    await expect(run).rejects.toThrow("mine")
  })

  it("by a signal whose reason is the run's limit in time, does the same", async () => {
    const run = new AbortController()
    const { run: synthesis } = merge(
      (request, call) => {
        if (call === 0) return "Merged [E1]"
        run.abort(new LimitExceededError("maxDurationMs", 1_000, 1_000))
        return hang(request)
      },
      { concurrency: 1, signal: run.signal },
    )
    const { citations, warnings } = await synthesis
    expect(warnings[0]?.code).toBe("answer-stitched")
    expect(citations).toHaveLength(30)
  })

  it("by the run's limit in time, which a call meets, does the same", async () => {
    const limit = new LimitExceededError("maxDurationMs", 1_000, 1_000)
    const { run } = merge((_, call) => (call === 0 ? "Merged [E1]" : limit), { concurrency: 1 })
    expect(codesOf(await run)).toContain("answer-stitched")
    const cost = new LimitExceededError("maxCost", 1, 2)
    await expect(merge(() => cost).run).rejects.toBe(cost)
  })
})

describe("what fails in a synthesis", () => {
  it("an embedder that fails costs the order: neighbours are merged, with one warning", async () => {
    let asked = 0
    const base = fakeEmbedder({ dimensions: 8 })
    const embedder = {
      ...base,
      embed: () => {
        asked += 1
        return Promise.reject(failure())
      },
    }
    const { run } = merge((request) => markersOf(request), { embedder, maxBatchTokens: 900 })
    const synthesis = await run
    expect(asked).toBe(1)
    const [warning] = synthesis.warnings
    expect(warning?.code).toBe("clustering-failed")
    expect(warning?.message).toContain("ProviderError")
    expect(synthesis.citations).toHaveLength(30)
  })

  it("a merge that fails leaves its texts to the next round", async () => {
    const failed: string[] = []
    const { llm, run } = merge((request, call) => {
      if (call === 1) {
        failed.push(...(promptOf(request).match(/Title \d+/g) ?? []))
        return failure()
      }
      return isLast(request)
        ? markersOf(request)
        : `Merged ${promptOf(request)
            .match(/Title \d+/g)
            ?.join(", ")} ${markersOf(request)}`
    })
    const synthesis = await run
    expect(codesOf(synthesis)).toContain("merge-failed")
    // They are whole in a later prompt, not cut.
    const later = llm.calls.slice(2).map(promptOf)
    for (const title of failed)
      expect(later.some((prompt) => prompt.includes(`${title} `) || prompt.includes(`${title},`))).toBe(true)
    expect(failed.length).toBeGreaterThan(1)
    expect(synthesis.citations).toHaveLength(30)
  })

  it("a merge that fails twice keeps the beginnings of its texts", async () => {
    const { run } = merge((request) => (isLast(request) ? markersOf(request) : failure()))
    const synthesis = await run
    expect(codesOf(synthesis)).toEqual(expect.arrayContaining(["merge-failed", "merge-empty"]))
    expect(new Set(synthesis.citations.map(({ documentId }) => documentId)).size).toBe(30)
  })

  it("a last merge that fails is an error", async () => {
    const down = failure()
    await expect(merge((request) => (isLast(request) ? down : markersOf(request))).run).rejects.toBe(down)
  })

  it("a second request that fails leaves the first reply", async () => {
    const { run } = merge((_, call) => (call === 0 ? "Answer [E1]." : failure()), { maxBatchTokens: 100_000 })
    expect((await run).text).toMatch(/^Answer \[1\]\./)
  })
})
