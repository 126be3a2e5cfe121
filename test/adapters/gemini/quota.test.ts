import { type ProviderError, RetriesExhaustedError, spdRag } from "spd-rag"
import { gemini } from "spd-rag/gemini"
import { fakeClock } from "spd-rag/testing"
import { describe, expect, it } from "vitest"

const refusal = (quotaId: string, retryDelay: string) =>
  Object.assign(
    new Error(
      JSON.stringify({
        error: {
          code: 429,
          status: "RESOURCE_EXHAUSTED",
          message: "You exceeded your current quota.",
          details: [
            {
              "@type": "type.googleapis.com/google.rpc.QuotaFailure",
              violations: [{ quotaMetric: "requests", quotaId, quotaValue: "50" }],
            },
            { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay },
          ],
        },
      }),
    ),
    { status: 429 },
  )

function model(quotaId: string, retryDelay: string) {
  let calls = 0
  const refuse = async () => {
    calls += 1
    throw refusal(quotaId, retryDelay)
  }
  const client = {
    models: { generateContent: refuse, generateContentStream: refuse, embedContent: refuse },
  }
  return { llm: gemini({ model: "gemini-2.5-flash", client }), calls: () => calls }
}

const request = { messages: [{ role: "user", content: "hi" }] } as const

describe("a quota of Gemini", () => {
  it("of a minute asks for the wait of its RetryInfo", async () => {
    const { llm } = model("GenerateRequestsPerMinutePerProjectPerModel-FreeTier", "7s")
    const error = (await llm.generate(request).catch((thrown: unknown) => thrown)) as ProviderError
    expect(error.retryAfterMs).toBe(7_000)
  })

  it("of a day lasts until midnight, though its RetryInfo speaks of seconds: the run fails at once and says so", async () => {
    const { llm, calls } = model("GenerateRequestsPerDayPerProjectPerModel-FreeTier", "31s")
    const error = (await llm.generate(request).catch((thrown: unknown) => thrown)) as ProviderError
    expect(error.retryAfterMs).toBeGreaterThan(0)
    expect(error.retryAfterMs).toBeLessThanOrEqual(86_400_000)
    expect(error.message).toContain("The quota of the day is used up")
    const clock = fakeClock()
    const rag = spdRag({ llm, clock, retry: { maxWaitMs: 0 } })
    await rag.add([{ id: "a", text: "Something." }])
    const failed = await rag.ask("q?").catch((thrown: unknown) => thrown)
    expect(failed).toBeInstanceOf(RetriesExhaustedError)
    expect(clock.now()).toBe(0)
    expect(calls()).toBe(2)
  })
})
