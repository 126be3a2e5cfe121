import { LimitExceededError, type LLM, outcomesOf, ProviderError, type SpdRagEvent, spdRag } from "spd-rag"
import { fakeClock, fakeLLM, stageOf } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { codeWordModel, codeWordReply, documentText, sevenDocuments } from "../support/model"

/** A model that fails, or gives what it likes, where it writes the answer. */
function writer(write: () => unknown): LLM {
  const base = codeWordModel()
  return {
    modelId: base.modelId,
    contextWindow: base.contextWindow,
    generate: async (request) =>
      stageOf(request) === "synthesis" ? (write() as never) : base.generate(request),
  }
}

async function failureOf(llm: LLM, word = "alpha") {
  const events: SpdRagEvent[] = []
  const set = spdRag({ llm, clock: fakeClock() })
  await set.add({ id: word, text: documentText(word) })
  const error: unknown = await set
    .ask("What is the code word?", { onEvent: (event) => events.push(event) })
    .catch((caught: unknown) => caught)
  return { error: error as Error & { usage?: { calls: number } }, events }
}

describe("the error of a failed run", () => {
  it("holds its own outcomes also where two runs are handed one error", async () => {
    const shared = new ProviderError("no model", { provider: "test", status: 400 })
    const llm = writer(() => {
      throw shared
    })
    const [a, b] = await Promise.all([failureOf(llm, "alpha"), failureOf(llm, "bravo")])
    expect(outcomesOf(a.error).map(({ documentId }) => documentId)).toEqual(["alpha"])
    expect(outcomesOf(b.error).map(({ documentId }) => documentId)).toEqual(["bravo"])
    expect(outcomesOf(shared)).toEqual([])
    expect(a.error).toBeInstanceOf(ProviderError)
    expect(a.error).toMatchObject({ name: "ProviderError", message: "no model", status: 400 })
    expect(a.error.stack).toBe(shared.stack)
  })

  it("says what the run has used", async () => {
    const { error } = await failureOf(
      writer(() => {
        throw new ProviderError("down", { provider: "test", status: 503 })
      }),
    )
    // A plan, a document, four attempts at the answer.
    expect(error.usage?.calls).toBe(6)
  })

  it("may be frozen, or can't be read, and run-error comes all the same", async () => {
    const frozen = Object.freeze(new ProviderError("refused", { provider: "test", status: 400 }))
    const odd = new Error("odd")
    Object.defineProperty(odd, "name", {
      get: () => {
        throw new Error("a getter")
      },
    })
    for (const thrown of [frozen, odd, "text", undefined, null]) {
      const { error, events } = await failureOf(
        writer(() => {
          throw thrown
        }),
      )
      expect(events.at(-1)?.type).toBe("run-error")
      if (thrown === frozen) expect(error.message).toBe("refused")
      else expect(error).toBe(thrown)
    }
  })

  it("is no bare TypeError where a model returns nothing", async () => {
    const { error } = await failureOf(writer(() => undefined))
    expect(error).toMatchObject({ name: "InvalidOutputError" })
  })

  it("a listener sees it, and usage that is none leaves the run alone", async () => {
    const base = codeWordModel()
    for (const usage of [
      null,
      { inputTokens: Number.NaN, outputTokens: 1 },
      { inputTokens: -5, outputTokens: 1 },
    ]) {
      const llm: LLM = {
        modelId: "odd",
        contextWindow: base.contextWindow,
        generate: async (request) => ({ ...(await base.generate(request)), usage: usage as never }),
      }
      const set = spdRag({ llm })
      await set.add(sevenDocuments())
      const answer = await set.ask("What are the code words?")
      expect(answer.usage).toMatchObject({ inputTokens: 0, lowerBound: true, cost: 0 })
    }
  })
})

describe("an SDK's own error", () => {
  it.each([
    ["status", 429, true],
    ["statusCode", 503, true],
    ["status", 400, false],
    ["statusCode", 401, false],
  ])("with %s %i is tried again: %s", async (field, status, again) => {
    let isFirst = true
    const llm = fakeLLM((request) => {
      if (stageOf(request) !== "coordinator" || !isFirst) return codeWordReply(request)
      isFirst = false
      throw Object.assign(new Error("says the SDK"), { [field]: status })
    })
    const { error } = await failureOf(llm)
    expect(error instanceof Error).toBe(!again)
  })
})

describe("maxDurationMs", () => {
  const clocked = (stage: string, seconds: number) => {
    const clock = fakeClock()
    const llm = fakeLLM(async (request) => {
      if (stageOf(request) === stage) await clock.sleep(seconds * 1_000, request.signal)
      return codeWordReply(request)
    })
    return { clock, set: spdRag({ llm, clock }) }
  }

  it("ends a synthesis in time, with an answer of what there is", async () => {
    const { clock, set } = clocked("synthesis", 100)
    await set.add(sevenDocuments())
    const from = clock.now()
    const answer = await set.ask("What are the code words?", { limits: { maxDurationMs: 30_000 } })
    expect(clock.now() - from).toBeLessThanOrEqual(30_000)
    expect(answer.text).not.toBe("")
  })

  it("ends a plan that takes too long", async () => {
    const { set } = clocked("coordinator", 100)
    await set.add(sevenDocuments())
    const asked = set.ask("What are the code words?", { limits: { maxDurationMs: 30_000 } })
    await expect(asked).rejects.toBeInstanceOf(LimitExceededError)
  })

  it("ends a stage of one's own that does not look at its signal, and keeps the outcomes", async () => {
    const set = spdRag({
      llm: codeWordModel(),
      clock: fakeClock(),
      synthesizer: () => new Promise(() => {}),
    })
    await set.add(sevenDocuments())
    const error: unknown = await set
      .ask("What are the code words?", { limits: { maxDurationMs: 30_000 } })
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(LimitExceededError)
    expect(outcomesOf(error)).toHaveLength(7)
  })
})
