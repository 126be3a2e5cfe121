import { getEventListeners } from "node:events"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createQuotaGate, type GatePass, type QuotaGateOptions } from "../../../src/policy/quota/gate"
import { nextTurn } from "../../../src/runtime/yield"
import { type FakeClock, fakeClock } from "../../../src/testing"

const quotaGate = (clock: FakeClock, options: Partial<QuotaGateOptions> = {}) =>
  createQuotaGate({
    modelId: "m",
    clock,
    random: () => 0.5,
    concurrency: 16,
    quota: undefined,
    initialDelayMs: 1_000,
    maxDelayMs: 30_000,
    maxWaitMs: 900_000,
    ...options,
  })

type Hint = "exact" | "none" | number

/** A provider that takes so many calls in any window, and 3 s for each. */
function provider(
  clock: FakeClock,
  { limit, windowMs = 60_000, hint }: { limit: number; windowMs?: number; hint: Hint },
) {
  const starts: number[] = []
  return async (): Promise<{ refused: boolean; retryAfterMs?: number | undefined }> => {
    const at = clock.now()
    while (starts.length > 0 && starts[0]! <= at - windowMs) starts.shift()
    if (starts.length >= limit) {
      const exact = starts[0]! + windowMs - at
      return { refused: true, retryAfterMs: hint === "exact" ? exact : hint === "none" ? undefined : hint }
    }
    starts.push(at)
    await clock.sleep(3_000)
    return { refused: false }
  }
}

/** Sends calls until each one is answered, `concurrency` at a time. */
async function send(gate: ReturnType<typeof quotaGate>, call: ReturnType<typeof provider>, count: number) {
  let refused = 0
  let answered = 0
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (;;) {
        const pass = await gate.enter(() => 1, undefined)
        const reply = await call()
        if (!reply.refused) {
          pass.succeeded(undefined)
          answered += 1
          return
        }
        refused += 1
        pass.refused(new Error("429"), reply.retryAfterMs)
      }
    }),
  )
  return { refused, answered }
}

describe("an unknown quota", () => {
  test.each<[number, number, Hint, number]>([
    [60, 60_000, "exact", 16],
    [60, 60_000, "none", 16],
    [15, 60_000, "exact", 16],
    [15, 60_000, "none", 16],
    [10, 60_000, 30_000, 16],
    [150, 60_000, "none", 64],
    [5, 1_000, "none", 16],
    [5, 1_000, "exact", 64],
    [1, 60_000, "none", 4],
  ])(
    "of %i in %i ms, Retry-After %s, %i at a time: everything is answered in little more than its time",
    async (limit, windowMs, hint, concurrency) => {
      const clock = fakeClock()
      const gate = quotaGate(clock, { concurrency })
      const count = 300
      const { answered, refused } = await send(gate, provider(clock, { limit, windowMs, hint }), count)
      expect(answered).toBe(count)
      const leastMs = Math.max((count / limit) * windowMs, (count / concurrency) * 3_000)
      expect(clock.now()).toBeLessThanOrEqual(1.25 * leastMs + 30_000)
      expect(refused).toBeLessThanOrEqual(0.25 * count)
    },
  )

  test("that is raised is found", async () => {
    const clock = fakeClock()
    const gate = quotaGate(clock)
    await send(gate, provider(clock, { limit: 10, hint: "exact" }), 50)
    const startedAt = clock.now()
    await send(gate, provider(clock, { limit: 1_000, hint: "exact" }), 1_000)
    // At the old pace it would be 100 minutes.
    expect(clock.now() - startedAt).toBeLessThan(25 * 60_000)
  })
})

describe("a known quota", () => {
  test.each([
    [60, 16],
    [10, 16],
    [150, 64],
  ])("of %i requests a minute is used whole, and nothing is refused", async (limit, concurrency) => {
    const clock = fakeClock()
    const gate = quotaGate(clock, { concurrency, quota: { requestsPerMinute: limit } })
    const { answered, refused } = await send(gate, provider(clock, { limit, hint: "none" }), 300)
    expect({ answered, refused }).toEqual({ answered: 300, refused: 0 })
    expect(clock.now()).toBeLessThanOrEqual(1.05 * (300 / limit) * 60_000)
  })

  test("of tokens holds in every minute, for what was used rather than expected", async () => {
    const clock = fakeClock()
    const gate = quotaGate(clock, { quota: { tokensPerMinute: 1_000 } })
    const used: { at: number; tokens: number }[] = []
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const pass = await gate.enter(() => 200, undefined)
        const tokens = 50 + (index % 3) * 50
        used.push({ at: clock.now(), tokens })
        await clock.sleep(1_000)
        pass.succeeded(tokens)
      }),
    )
    for (const { at } of used) {
      const inMinute = used.filter((other) => other.at > at - 60_000 && other.at <= at)
      expect(inMinute.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(1_000)
    }
    // 40 calls of 100 tokens on average are 4 minutes' worth; by what was expected they would be 8.
    expect(clock.now()).toBeLessThan(6 * 60_000)
  })

  test("a call larger than the whole quota goes alone instead of never", async () => {
    const clock = fakeClock()
    const gate = quotaGate(clock, { quota: { tokensPerMinute: 100 } })
    const first = await gate.enter(() => 60, undefined)
    first.succeeded(undefined)
    await gate.enter(() => 500, undefined)
    expect(clock.now()).toBe(60_000)
  })
})

describe("patience", () => {
  test("ends when nothing was accepted for maxWaitMs: everybody who waits gets an error of its own", async () => {
    const clock = fakeClock()
    const gate = quotaGate(clock, { maxWaitMs: 60_000 })
    let calls = 0
    const attempt = async () => {
      for (;;) {
        const pass = await gate.enter(() => 0, undefined)
        calls += 1
        pass.refused(new Error("429"), undefined)
      }
    }
    const results = await Promise.allSettled(Array.from({ length: 40 }, attempt))
    const errors = results.map((result) => (result as PromiseRejectedResult).reason as Error)
    expect(new Set(errors).size).toBe(40)
    for (const error of errors) expect(error.name).toBe("RetriesExhaustedError")
    expect(errors[0]!.message).toContain("retry.maxWaitMs")
    expect(clock.now()).toBeLessThanOrEqual(60_000)
    const before = calls
    await expect(attempt()).rejects.toMatchObject({ name: "RetriesExhaustedError" })
    // It is tried once more, since the quota may be back, and fails at once.
    expect(calls).toBe(before + 1)
  })

  test("a daily quota fails at once", async () => {
    const clock = fakeClock()
    const gate = quotaGate(clock)
    const pass = await gate.enter(() => 0, undefined)
    expect(() => pass.refused(new Error("429"), 6 * 3_600_000)).toThrow(/asks to wait 21600 s more/)
    expect(clock.now()).toBe(0)
  })

  test("a success in between brings new patience", async () => {
    const clock = fakeClock()
    const gate = quotaGate(clock, { maxWaitMs: 40_000 })
    for (let round = 0; round < 5; round++) {
      const refused = await gate.enter(() => 0, undefined)
      refused.refused(new Error("429"), 30_000)
      const accepted = await gate.enter(() => 0, undefined)
      accepted.succeeded(undefined)
    }
    expect(clock.now()).toBeGreaterThan(120_000)
  })
})

test("one call tries while the gate is closed; the others wait for what becomes of it", async () => {
  const clock = fakeClock()
  const gate = quotaGate(clock)
  const first = await gate.enter(() => 0, undefined)
  first.refused(new Error("429"), 1_000)
  const through: number[] = []
  const waiting = Array.from({ length: 5 }, async (_, index) => {
    const pass = await gate.enter(() => 0, undefined)
    through.push(index)
    return pass
  })
  const probe = await waiting[0]!
  expect(through).toEqual([0])
  probe.refused(new Error("429"), 1_000)
  const second = await waiting[1]!
  expect(through).toEqual([0, 1])
  second.succeeded(undefined)
  await Promise.all(waiting)
  expect(through).toEqual([0, 1, 2, 3, 4])
})

test("a call that tries and takes minutes does not hold the others up: refusals come sooner", async () => {
  const clock = fakeClock()
  const gate = quotaGate(clock)
  const first = await gate.enter(() => 0, undefined)
  first.refused(new Error("429"), 1_000)
  await gate.enter(() => 0, undefined)
  await gate.enter(() => 0, undefined)
  expect(clock.now()).toBeGreaterThan(1_000)
})

test("an abort takes a waiter out, with the caller's reason, and leaves no timer", async () => {
  const clock = fakeClock()
  const gate = quotaGate(clock)
  const pass = await gate.enter(() => 0, undefined)
  pass.refused(new Error("429"), 50_000)
  const controller = new AbortController()
  const waiting = gate.enter(() => 0, controller.signal)
  const reason = new Error("enough")
  controller.abort(reason)
  await expect(waiting).rejects.toBe(reason)
  await clock.sleep(1)
  expect(clock.waits).toEqual([1])
})

test("no more calls than its concurrency are under way", async () => {
  const clock = fakeClock()
  const gate = quotaGate(clock, { concurrency: 3 })
  let running = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const pass = await gate.enter(() => 0, undefined)
      running += 1
      most = Math.max(most, running)
      await clock.sleep(10 + index)
      running -= 1
      if (index % 2 === 0) pass.succeeded(undefined)
      else pass.failed()
    }),
  )
  expect(most).toBe(3)
})

test("calls start in the order they came in, as many at a time as may be, whoever ends, fails or gives up", async () => {
  const action = fc.constantFrom("enter", "enter", "succeed", "fail", "abort")
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(action), async (concurrency, actions) => {
      const gate = quotaGate(fakeClock(), { concurrency })
      const passes: { readonly call: AbortController; readonly pass: GatePass }[] = []
      const running: AbortController[] = []
      const waiting: AbortController[] = []
      const started: AbortController[] = []
      const start = (call: AbortController | undefined) => {
        if (call === undefined) return
        running.push(call)
        started.push(call)
      }
      for (const what of actions) {
        if (what === "enter") {
          const call = new AbortController()
          gate
            .enter(() => 0, call.signal)
            .then(
              (pass) => passes.push({ call, pass }),
              () => {},
            )
          if (running.length < concurrency) start(call)
          else waiting.push(call)
        } else if (what === "abort") waiting.pop()?.abort()
        else {
          const call = running.shift()
          const pass = passes.find((one) => one.call === call)?.pass
          if (what === "succeed") pass?.succeeded()
          else pass?.failed()
          if (call !== undefined) start(waiting.shift())
        }
        await nextTurn()
        expect(passes.map(({ call }) => call)).toEqual(started)
      }
    }),
    { numRuns: 50 },
  )
})

test("a call that need not wait listens to no signal", async () => {
  const { signal } = new AbortController()
  await quotaGate(fakeClock()).enter(() => 0, signal)
  expect(getEventListeners(signal, "abort")).toHaveLength(0)
})
