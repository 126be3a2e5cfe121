import { InvalidArgumentError, ProviderError, spdRag } from "spd-rag"
import { eventStream, keepEvents } from "spd-rag/http"
import { offline } from "spd-rag/offline"
import { fakeClock } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { demoDocuments, demoRag } from "../support/demo-rag"
import { eventsIn, heldEvents, readerOf } from "./events"

const typed = (...types: string[]) => types.map((type) => ({ type }))
/** A clock that never comes to an end: nothing is about time. */
const still = { now: () => 0, sleep: () => new Promise<void>(() => {}) }

describe("eventStream", () => {
  it("sends a run's events in order, numbered from 1, and the answer last", async () => {
    const { rag } = await demoRag()
    const response = eventStream(rag.stream("What are the payment terms?"))
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8")
    const events = eventsIn(await response.text())
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1))
    expect(events.every(({ name, data }) => data.type === name)).toBe(true)
    expect(events.at(-1)).toMatchObject({ name: "run-end" })
    expect(events.at(-1)!.data.answer.documents).toHaveLength(demoDocuments.length)
    const failed = events
      .at(-1)!
      .data.answer.documents.find((one: { status: string }) => one.status === "failed")
    expect(failed.error.message).toContain("refused the document")
  })

  it("tells a failure as its last event, once, and only what the library says", async () => {
    const failed = eventsIn(await eventStream(spdRag(offline()).stream("What is said?")).text())
    expect(failed.filter(({ name }) => name === "run-error")).toHaveLength(1)
    expect(failed.at(-1)).toMatchObject({ name: "run-error" })

    const source = heldEvents()
    source.push({ type: "plan-start" }, new Error("/home/me/key.txt can't be read"))
    const [, last] = eventsIn(await eventStream(source).text())
    expect(last).toMatchObject({ name: "run-error", data: { error: { message: "The run failed." } } })

    const other = heldEvents()
    other.push(new ProviderError("Refused.", { provider: "demo", status: 400 }))
    expect(eventsIn(await eventStream(other).text()).at(-1)!.data.error.message).toBe("Refused.")
  })

  it("ends the run at once when the client leaves, also while it waits for a model", async () => {
    const { rag, llm } = await demoRag(() => new Promise(() => {}))
    const reader = readerOf(eventStream(rag.stream("What are the payment terms?")))
    await reader.until("plan-start")
    await expect.poll(() => llm.calls.length).toBe(1)
    const { signal } = llm.calls[0]!
    await reader.leave()
    await expect.poll(() => signal?.aborted).toBe(true)
  })

  it("keeps a quiet connection with comments, of which at most one waits", async () => {
    const source = heldEvents()
    const clock = fakeClock()
    const response = eventStream(keepEvents(source, { clock: still }), { heartbeatMs: 15_000, clock })
    await expect.poll(() => clock.waits.length).toBeGreaterThan(5)
    source.push(...typed("late"), undefined)
    const text = await response.text()
    expect(text.split(": still here\n\n").length - 1).toBeLessThanOrEqual(clock.waits.length)
    expect(eventsIn(text).map(({ name }) => name)).toEqual(["late"])
  })

  it("takes no more from a run than a client reads, and the bound allows", async () => {
    const source = heldEvents()
    source.push(...Array.from({ length: 100 }, () => ({ type: "delta", text: "x".repeat(100) })), undefined)
    const kept = keepEvents(source, { maxCharacters: 1_000, clock: still })
    const reader = readerOf(eventStream(kept, { clock: still }))
    await reader.until("id: 3\n")
    expect(source.taken).toBeLessThan(25)
    await reader.until("id: 60\n")
    expect(source.taken).toBeGreaterThan(55)
    expect(source.taken).toBeLessThan(80)
    await reader.until("id: 100\n")
    await expect.poll(() => kept.isEnded).toBe(true)
  })
})

describe("keepEvents", () => {
  it("lets a client that comes back go on where it was", async () => {
    const source = heldEvents()
    source.push(...typed("one", "two", "three"))
    const kept = keepEvents(source, { clock: still })
    const first = readerOf(eventStream(kept, { clock: still }))
    await first.until("two")
    await first.leave()
    source.push(...typed("four"), undefined)
    const again = eventsIn(await eventStream(kept, { lastEventId: "2", clock: still }).text())
    expect(again.map(({ id, name }) => `${id} ${name}`)).toEqual(["3 three", "4 four"])
    expect(source.left).toBe(false)
    const nothing = eventStream(kept, { lastEventId: "4" })
    expect([nothing.status, await nothing.text()]).toEqual([204, ""])
  })

  it("leaves the run when nobody comes back in time, and not before", async () => {
    const source = heldEvents()
    const clock = fakeClock()
    const kept = keepEvents(source, { graceMs: 30_000, clock })
    const reader = readerOf(eventStream(kept, { clock: still }))
    source.push(...typed("one"))
    await reader.until("one")
    expect([source.left, clock.waits]).toEqual([false, []])
    await reader.leave()
    await expect.poll(() => source.left).toBe(true)
    expect(clock.waits).toEqual([30_000])
    expect(kept.isEnded).toBe(true)
  })

  it("leaves a run that nobody ever reads", async () => {
    const source = heldEvents()
    keepEvents(source, { graceMs: 5, clock: fakeClock() })
    await expect.poll(() => source.left).toBe(true)
  })

  it("refuses to go on after what it keeps no more, or after what has not come", async () => {
    const source = heldEvents()
    source.push(...Array.from({ length: 50 }, () => ({ type: "delta", text: "x".repeat(100) })), undefined)
    const kept = keepEvents(source, { maxCharacters: 1_000, clock: still })
    await eventStream(kept, { clock: still }).text()
    for (const lastEventId of ["2", "51"]) {
      expect(() => eventStream(kept, { lastEventId })).toThrow(InvalidArgumentError)
    }
    expect(eventsIn(await eventStream(kept, { lastEventId: "48" }).text()).map(({ id }) => id)).toEqual([
      49, 50,
    ])
  })

  it("serves two clients alike, the slower one too", async () => {
    const source = heldEvents()
    const kept = keepEvents(source, { maxCharacters: 300, clock: still })
    const slow = readerOf(eventStream(kept, { clock: still }))
    const fast = readerOf(eventStream(kept, { clock: still }))
    source.push(...Array.from({ length: 30 }, () => ({ type: "delta", text: "x".repeat(50) })), undefined)
    const [all] = await Promise.all([fast.until("id: 30\n"), slow.until("id: 30\n")])
    expect(eventsIn(`${all}data: {}\n\n`).length).toBeGreaterThanOrEqual(29)
  })

  it("ends its readers when it is closed", async () => {
    const source = heldEvents()
    const kept = keepEvents(source, { clock: still })
    const text = eventStream(kept, { clock: still }).text()
    await kept.close()
    expect(eventsIn(await text)).toEqual([])
    expect(source.left).toBe(true)
  })
})

describe("bad input", () => {
  it.each([
    [() => eventStream(undefined as never), "events"],
    [() => eventStream(heldEvents(), { lastEventId: "x" }), "lastEventId"],
    [() => eventStream(heldEvents(), { heartbeatMs: 0 }), "heartbeatMs"],
    [() => keepEvents(heldEvents(), { graceMs: -1 }), "graceMs"],
    [() => keepEvents(heldEvents(), { maxCharacters: 0 }), "maxCharacters"],
  ])("is named: %#", (call, argument) => {
    expect(call).toThrow(
      expect.toSatisfy((error) => error instanceof InvalidArgumentError && error.argument === argument),
    )
  })
})
