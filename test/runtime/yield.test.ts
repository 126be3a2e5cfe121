import { afterEach, describe, expect, it, vi } from "vitest"
import { nextTurn, runStepsYielding } from "../../src/runtime/yield"

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
