import { type LLM, ProviderError, type SpdRagEvent, spdRag } from "spd-rag"
import { type FakeClock, fakeClock } from "spd-rag/testing"
import { expect, test } from "vitest"
import { codeWordModel } from "../support/model"

const QUESTION = "What are the code words?"
const documents = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `d${index}`,
    text: `The code word of this document is word${index}.`,
  }))

/** A model that takes so many calls in any minute, and 3 s for each. */
function limitedModel(
  clock: FakeClock,
  limit: number,
): LLM & { readonly seen: { calls: number; refused: number; most: number } } {
  const base = codeWordModel()
  const starts: number[] = []
  const seen = { calls: 0, refused: 0, most: 0 }
  let running = 0
  return {
    modelId: "limited",
    contextWindow: base.contextWindow,
    seen,
    async generate(request) {
      seen.calls += 1
      const at = clock.now()
      while (starts.length > 0 && starts[0]! <= at - 60_000) starts.shift()
      if (starts.length >= limit) {
        seen.refused += 1
        throw new ProviderError("Too many requests.", { provider: "test", status: 429 })
      }
      starts.push(at)
      running += 1
      seen.most = Math.max(seen.most, running)
      await clock.sleep(3_000, request.signal).finally(() => {
        running -= 1
      })
      return base.generate(request)
    },
  }
}

test("a quota that nobody named costs time, and no document", async () => {
  const clock = fakeClock()
  const llm = limitedModel(clock, 20)
  const rag = spdRag({ llm, clock, random: () => 0.5 })
  await rag.add(documents(60))
  const retries: SpdRagEvent[] = []
  const answer = await rag.ask(QUESTION, {
    onEvent: (event) => event.type === "call-retry" && retries.push(event),
  })
  expect(answer.documents.every(({ status }) => status === "answered")).toBe(true)
  expect(llm.seen.refused).toBeGreaterThan(0)
  expect(retries).toHaveLength(llm.seen.refused)
  expect(clock.now()).toBeLessThan(5 * 60_000)
})

test("a quota that is known is never met, by two questions at once", async () => {
  const clock = fakeClock()
  const llm = limitedModel(clock, 20)
  const rag = spdRag({ llm, clock, rateLimits: { limited: { requestsPerMinute: 20 } } })
  await rag.add(documents(30))
  const answers = await Promise.all([rag.ask(QUESTION), rag.ask(QUESTION)])
  expect(
    answers.flatMap((answer) => answer.documents).filter(({ status }) => status === "answered"),
  ).toHaveLength(60)
  expect(llm.seen.refused).toBe(0)
})

test("concurrency is of the instance: two questions share it", async () => {
  const clock = fakeClock()
  const llm = limitedModel(clock, 1_000)
  const rag = spdRag({ llm, clock, concurrency: 4 })
  await rag.add(documents(12))
  await Promise.all([rag.ask(QUESTION), rag.ask(QUESTION), rag.ask(QUESTION)])
  expect(llm.seen.most).toBe(4)
})

test("waiting for a quota ends with maxDurationMs and is answered from what was read", async () => {
  const clock = fakeClock()
  const llm = limitedModel(clock, 10)
  const rag = spdRag({ llm, clock, random: () => 0.5 })
  await rag.add(documents(60))
  const answer = await rag.ask(QUESTION, { limits: { maxDurationMs: 300_000 } })
  const read = answer.documents.filter(({ status }) => status === "answered").length
  expect(read).toBeGreaterThan(5)
  expect(read).toBeLessThan(60)
  expect(answer.documents).toHaveLength(60)
})

test("a quota of the day fails at once, with what was asked for", async () => {
  const clock = fakeClock()
  const base = codeWordModel()
  let calls = 0
  const llm: LLM = {
    modelId: "daily",
    contextWindow: base.contextWindow,
    generate: async (request) => {
      calls += 1
      if (calls > 3) {
        const retryAfterMs = 7 * 3_600_000
        throw new ProviderError("Quota of the day.", { provider: "test", status: 429, retryAfterMs })
      }
      return base.generate(request)
    },
  }
  const rag = spdRag({ llm, clock, concurrency: 1 })
  await rag.add(documents(6))
  await expect(rag.ask(QUESTION)).rejects.toMatchObject({
    name: "RetriesExhaustedError",
    retryAfterMs: 25_200_000,
  })
  expect(clock.now()).toBe(0)
})

test("a call that is refused each time, while others are answered, fails after maxWaitMs", async () => {
  const clock = fakeClock()
  const base = codeWordModel()
  const llm: LLM = {
    modelId: "picky",
    contextWindow: base.contextWindow,
    generate: async (request) => {
      if (JSON.stringify(request.messages).includes("word0.")) {
        throw new ProviderError("Too large for the quota.", { provider: "test", status: 429 })
      }
      await clock.sleep(20_000, request.signal)
      return base.generate(request)
    },
  }
  const rag = spdRag({ llm, clock, concurrency: 2, random: () => 0.5, retry: { maxWaitMs: 60_000 } })
  await rag.add(documents(12))
  const ended: string[] = []
  const answer = await rag.ask(QUESTION, {
    onEvent: (event) => event.type === "agent-end" && ended.push(event.documentId),
  })
  expect(answer.documents.map(({ status }) => status)).toEqual(["failed", ...Array(11).fill("answered")])
  expect(ended.indexOf("d0")).toBeLessThan(11)
})

test("limits of a model that is not there, or of nothing, are refused by name", () => {
  const llm = codeWordModel()
  expect(() => spdRag({ llm, rateLimits: { other: { requestsPerMinute: 10 } } })).toThrow(
    /rateLimits\["other"\]/,
  )
  expect(() => spdRag({ llm, rateLimits: { [llm.modelId]: { requestsPerMinute: 0 } } })).toThrow(
    /rateLimits\[".+"\]\.requestsPerMinute/,
  )
  expect(() => spdRag({ llm, rateLimits: { [llm.modelId]: { tokensPerMinute: Number.NaN } } })).toThrow(
    /tokensPerMinute/,
  )
})
