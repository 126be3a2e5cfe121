import { type LLM, ProviderError, type QuotaLeft, spdRag } from "spd-rag"
import { fakeClock } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { codeWordModel } from "../../support/model"

const DOCUMENTS = 150
const CALL_MS = 3_000

/** What a provider with a quota of requests says before and after each call; `spend` is false where none is left. */
interface Quota {
  spend(nowMs: number): boolean
  left(nowMs: number): QuotaLeft
}

/** So many in each minute of the clock. */
function fixedWindow(limit: number): Quota {
  let minute = -1
  let used = 0
  const turn = (nowMs: number) => {
    const now = Math.floor(nowMs / 60_000)
    if (now !== minute) used = 0
    minute = now
  }
  return {
    spend(nowMs) {
      turn(nowMs)
      if (used >= limit) return false
      used += 1
      return true
    },
    left: (nowMs) => ({ requests: { limit, remaining: limit - used, resetMs: 60_000 - (nowMs % 60_000) } }),
  }
}

/** One that is filled again all the time, as OpenAI's. */
function bucket(limit: number): Quota {
  let tokens = limit
  let at = 0
  const fill = (nowMs: number) => {
    tokens = Math.min(limit, tokens + ((nowMs - at) * limit) / 60_000)
    at = nowMs
  }
  return {
    spend(nowMs) {
      fill(nowMs)
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
    left: () => ({
      requests: { limit, remaining: Math.floor(tokens), resetMs: ((limit - tokens) / limit) * 60_000 },
    }),
  }
}

async function run(quota: Quota, saysLeft: boolean) {
  const clock = fakeClock()
  const base = codeWordModel()
  let refused = 0
  const llm: LLM = {
    ...base,
    async generate(request) {
      if (!quota.spend(clock.now())) {
        refused += 1
        throw new ProviderError("quota", { provider: "x", status: 429 })
      }
      // Said of the time when the call came.
      const quotaLeft = quota.left(clock.now())
      await clock.sleep(CALL_MS, request.signal)
      return { ...(await base.generate(request)), ...(saysLeft && { quotaLeft }) }
    },
  }
  const rag = spdRag({ llm, clock, random: () => 0.5 })
  await rag.add(
    Array.from({ length: DOCUMENTS }, (_, index) => ({
      id: `${index}`,
      text: `The code word of this document is w${index}.`,
    })),
  )
  const { documents } = await rag.ask("What are the code words?")
  expect(documents.filter(({ status }) => status === "answered")).toHaveLength(DOCUMENTS)
  return { refused, minutes: clock.now() / 60_000 }
}

describe("what answers say is left of a quota", () => {
  it.each([
    ["a window of 60 a minute", () => fixedWindow(60)],
    ["a bucket of 60 a minute", () => bucket(60)],
    ["a bucket of 20 a minute", () => bucket(20)],
  ])("%s: nearly no call is refused, and the quota is used", async (_, quota) => {
    const [without, having] = [await run(quota(), false), await run(quota(), true)]
    expect(without.refused).toBeGreaterThan(2)
    expect(having.refused).toBeLessThanOrEqual(1)
    expect(having.minutes).toBeLessThanOrEqual(1.15 * without.minutes + 0.1)
  })

  it("does not slow calls while enough is left, whatever else it says", async () => {
    const plenty: Quota = {
      spend: () => true,
      left: () => ({
        requests: { limit: 500, remaining: 400, resetMs: 59_000 },
        tokens: { remaining: -1, resetMs: Number.NaN },
      }),
    }
    const ofDay: Quota = {
      spend: () => true,
      left: () => ({ requests: { limit: 1_000, remaining: 0, resetMs: 86_400_000 } }),
    }
    const none: Quota = { spend: () => true, left: () => ({}) }
    const [fast, again, day] = [await run(none, true), await run(plenty, true), await run(ofDay, true)]
    expect(again.minutes).toBe(fast.minutes)
    expect(day.minutes).toBe(fast.minutes)
  })
})
