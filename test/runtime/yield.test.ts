import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { nextTurn, runSteps, runStepsYielding, type Steps } from "../../src/runtime/yield"
import { abortAfterTurns, slowMachine, turnsUntilSettled } from "../support/turns"

const refusing = function refused(): never {
  throw new Error("A Node.js API is not supported in this runtime.")
}
const runtimes: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ["has all", {}],
  ["has no setImmediate, as browsers", { setImmediate: undefined }],
  ["has timers alone", { setImmediate: undefined, MessageChannel: undefined }],
  ["is Deno", { Deno: {}, setImmediate: refusing, MessageChannel: refusing }],
  ["names both and refuses them", { setImmediate: refusing, MessageChannel: refusing }],
]

describe.each(runtimes)("in a runtime that %s", (_, globals) => {
  afterEach(() => void vi.unstubAllGlobals())

  it("a turn lets a timer through that was due", async () => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
    let fired = false
    setTimeout(() => {
      fired = true
    }, 0)
    // A timer of 0 is one of 1 ms: turns are taken until it is due, and not for ever.
    for (let turns = 0; !fired && turns < 10_000; turns++) await nextTurn()
    expect(fired).toBe(true)
  })

  it("long arithmetic is left by an abort that a timer brings", async () => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error("enough")), 0)
    function* forEver() {
      for (;;) yield
    }
    await expect(runStepsYielding(forEver(), controller.signal, 0)).rejects.toThrow("enough")
  })
})

let stepsTaken = 0

function* steps(count: number): Steps<string> {
  for (stepsTaken = 0; stepsTaken < count; stepsTaken++) yield
  return "done"
}

describe("runSteps", () => {
  it("takes all steps at once", () => {
    expect(runSteps(steps(10))).toBe("done")
    expect(stepsTaken).toBe(10)
  })
})

describe("runStepsYielding", () => {
  it("gives the event loop a turn whenever a slice is used up", async () => {
    slowMachine(20)
    expect(await turnsUntilSettled(runStepsYielding(steps(30), undefined, 15))).toBeGreaterThanOrEqual(25)
    const shared = await turnsUntilSettled(runStepsYielding(steps(30), undefined, 190))
    expect(shared).toBeGreaterThanOrEqual(1)
    expect(shared).toBeLessThan(10)
  })

  it("gives none while the slice lasts", async () => {
    expect(await turnsUntilSettled(runStepsYielding(steps(30), undefined, Number.POSITIVE_INFINITY))).toBe(0)
  })

  it("gives a turn now and then where the clock stands still, as it does in Workers of Cloudflare", async () => {
    const spy = vi.spyOn(performance, "now").mockReturnValue(5)
    onTestFinished(() => spy.mockRestore())
    const turns = await turnsUntilSettled(runStepsYielding(steps(10_000)))
    expect(turns).toBeGreaterThan(20)
    expect(turns).toBeLessThan(100)
  })

  it("rejects with the signal's reason before the first step and between two", async () => {
    slowMachine()
    const reason = new Error("enough")
    stepsTaken = 0
    await expect(runStepsYielding(steps(9), AbortSignal.abort(reason))).rejects.toBe(reason)
    expect(stepsTaken).toBe(0)
    const controller = new AbortController()
    const running = runStepsYielding(steps(1_000), controller.signal)
    void abortAfterTurns(controller, reason, 3)
    await expect(running).rejects.toBe(reason)
    expect(stepsTaken).toBeLessThan(20)
  })
})
