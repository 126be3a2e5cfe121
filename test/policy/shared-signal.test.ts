import { getEventListeners } from "node:events"
import { expect, it } from "vitest"
import { linkAbort, raceAbort } from "../../src/runtime/abort"

const listeners = (signal: AbortSignal) => getEventListeners(signal, "abort").length

it("a signal gets one listener however many wait for it, and none once nobody does", async () => {
  const { signal } = new AbortController()
  const links = Array.from({ length: 50 }, () => linkAbort(signal))
  const race = raceAbort(new Promise<number>((resolve) => setImmediate(resolve, 7)), signal)
  expect(listeners(signal)).toBe(1)
  for (const { unlink } of links) {
    unlink()
    unlink()
  }
  expect(listeners(signal)).toBe(1)
  expect(await race).toBe(7)
  expect(listeners(signal)).toBe(0)
})

it("all that wait learn the reason, those that were taken back do not", async () => {
  const parent = new AbortController()
  const [first, second, third] = [
    linkAbort(parent.signal),
    linkAbort(parent.signal),
    linkAbort(parent.signal),
  ]
  const race = raceAbort(new Promise(() => {}), parent.signal)
  second.unlink()
  const reason = { why: "enough" }
  parent.abort(reason)
  await expect(race).rejects.toBe(reason)
  expect(first.controller.signal.reason).toBe(reason)
  expect(second.controller.signal.aborted).toBe(false)
  expect(third.controller.signal.reason).toBe(reason)
  expect(listeners(parent.signal)).toBe(0)
  first.unlink()
})

it("a signal that was left alone can be waited for again", () => {
  const parent = new AbortController()
  linkAbort(parent.signal).unlink()
  const { controller } = linkAbort(parent.signal)
  parent.abort("now")
  expect(controller.signal.reason).toBe("now")
})
