import fc from "fast-check"
import {
  InvalidArgumentError,
  ProviderError,
  RetriesExhaustedError,
  type RetryOptions,
  TimeoutError,
} from "spd-rag"
import { fakeClock } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { parseRetryAfter } from "../../src/adapters/kit/http/retry-after"
import { retryPolicy, withRetries } from "../../src/policy/retry"

function failing(...failures: (Error | undefined)[]) {
  const clock = fakeClock()
  let calls = 0
  const run = (options: RetryOptions = {}, signal?: AbortSignal) =>
    withRetries(
      "model",
      async () => {
        const failure = failures[calls++]
        if (failure !== undefined) throw failure
        return "done"
      },
      retryPolicy(options, clock, () => 0.5),
      signal,
    )
  return { run, clock, calls: () => calls }
}

const busy = (retryAfterMs?: number) =>
  new ProviderError("busy", { provider: "p", status: 429, retryAfterMs })

describe("withRetries", () => {
  it("doubles its wait, with jitter between half and all of it", async () => {
    const { run, clock } = failing(busy(), busy(), busy(), undefined)
    expect(await run()).toBe("done")
    expect(clock.waits).toEqual([750, 1_500, 3_000])
  })

  it("waits as long as it is asked to", async () => {
    const { run, clock } = failing(busy(7_000), undefined)
    await run()
    expect(clock.waits).toEqual([7_000])
  })

  it("fails at once when it is asked to wait longer than the cap, and says how long", async () => {
    const { run, clock } = failing(busy(3_600_000), undefined)
    await expect(run()).rejects.toMatchObject({
      name: "RetriesExhaustedError",
      attempts: 1,
      retryAfterMs: 3_600_000,
    })
    expect(clock.waits).toEqual([])
  })

  it("gives up after the attempts allowed, with the last failure as cause", async () => {
    const last = busy()
    const { run, calls } = failing(busy(), last, undefined)
    const error = await run({ maxAttempts: 2 }).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(RetriesExhaustedError)
    expect((error as Error).cause).toBe(last)
    expect(calls()).toBe(2)
  })

  it.each([400, 401, 403, 404, 422])("does not repeat status %i", async (status) => {
    const { run, calls } = failing(new ProviderError("no", { provider: "p", status }))
    await expect(run()).rejects.toMatchObject({ status })
    expect(calls()).toBe(1)
  })

  it.each([408, 409, 429, 500, 502, 503])("repeats status %i", async (status) => {
    const { run } = failing(new ProviderError("later", { provider: "p", status }), undefined)
    expect(await run()).toBe("done")
  })

  it("repeats a failed fetch, never a programming error", async () => {
    expect(await failing(new TypeError("fetch failed"), undefined).run()).toBe("done")
    await expect(failing(new TypeError("x is not a function")).run()).rejects.toThrow("x is not a function")
  })

  it("sets no timer for what is there at once, nor for what fails at once", async () => {
    const { run, clock } = failing(undefined, new TypeError("mine"))
    expect(await run()).toBe("done")
    await expect(run()).rejects.toThrow("mine")
    let slept = 0
    const counting = { now: () => clock.now(), sleep: async () => void slept++ }
    const policy = retryPolicy({}, counting, () => 0.5)
    expect(await withRetries("store", async () => "kept", policy)).toBe("kept")
    await expect(withRetries("store", () => Promise.reject(new TypeError("mine")), policy)).rejects.toThrow(
      "mine",
    )
    expect(slept).toBe(0)
  })

  it("each attempt has a time-out of its own", async () => {
    const clock = fakeClock()
    const signals: AbortSignal[] = []
    const result = await withRetries(
      "model",
      (signal, attempt) => {
        signals.push(signal)
        return attempt === 1 ? new Promise<string>(() => {}) : Promise.resolve("second")
      },
      retryPolicy({ attemptTimeoutMs: 5_000 }, clock, () => 0),
    )
    expect(result).toBe("second")
    expect(signals[0]?.reason).toBeInstanceOf(TimeoutError)
    expect(signals[1]?.aborted).toBe(false)
  })

  it("an abort during a wait ends it with the caller's reason", async () => {
    const controller = new AbortController()
    const reason = new Error("enough")
    const policy = retryPolicy({}, { now: () => 0, sleep: (_, signal) => hangUntil(signal) }, () => 0)
    const run = withRetries(
      "model",
      () => Promise.reject(busy()),
      policy,
      controller.signal,
      () => {
        queueMicrotask(() => controller.abort(reason))
      },
    )
    await expect(run).rejects.toBe(reason)
  })

  it("refuses a policy that makes no sense", () => {
    for (const options of [
      { maxAttempts: 0 },
      { maxAttempts: 1.5 },
      { attemptTimeoutMs: 0 },
      { maxDelayMs: Number.NaN },
    ]) {
      expect(() => retryPolicy(options, fakeClock(), Math.random)).toThrow(InvalidArgumentError)
    }
  })
})

describe("parseRetryAfter", () => {
  const now = Date.parse("2026-01-01T00:00:00Z")
  it.each([
    ["3", 3_000],
    ["1.5", 1_500],
    ["0", 0],
    ["Thu, 01 Jan 2026 00:00:10 GMT", 10_000],
    ["Wed, 31 Dec 2025 23:00:00 GMT", 0],
    ["-5", undefined],
    ["soon", undefined],
    ["", undefined],
    [null, undefined],
  ])("%j is %j ms", (header, expected) => {
    expect(parseRetryAfter(header, now)).toBe(expected)
  })

  it("never gives a negative or NaN wait", () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const wait = parseRetryAfter(header, now)
        return wait === undefined || wait >= 0
      }),
    )
  })
})

function hangUntil(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) =>
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true }),
  )
}
