import {
  type LLM,
  type LLMChunk,
  RetriesExhaustedError,
  type SpdRagEvent,
  spdRag,
  TimeoutError,
} from "spd-rag"
import { type FakeClock, fakeClock, stageOf } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { codeWordModel, documentText } from "../support/model"

type Pieces = (attempt: number, clock: FakeClock, signal: AbortSignal) => AsyncIterable<string>

/** Plans and reads at once; what it writes comes by `pieces`. */
function writer(clock: FakeClock, pieces: Pieces): LLM & { readonly attempts: () => number } {
  const base = codeWordModel()
  let attempts = 0
  return {
    ...base,
    attempts: () => attempts,
    async *stream(request): AsyncIterable<LLMChunk> {
      expect(stageOf(request)).toBe("synthesis")
      attempts += 1
      for await (const text of pieces(attempts, clock, request.signal!)) yield { text }
      yield { text: "", finishReason: "stop", usage: { inputTokens: 1, outputTokens: 1 } }
    },
  }
}

async function ask(pieces: Pieces, retry = {}) {
  const clock = fakeClock()
  const llm = writer(clock, pieces)
  const rag = spdRag({ llm, clock, random: () => 0, retry: { initialDelayMs: 0, ...retry } })
  await rag.add([{ id: "a", text: documentText("alpha") }])
  const events: SpdRagEvent[] = []
  const onEvent = (event: SpdRagEvent) => {
    events.push(event)
  }
  const settled = await rag.ask("q?", { onEvent }).catch((error: unknown) => error)
  const failures = events.flatMap((event) => (event.type === "call-retry" ? [event.error] : []))
  return { settled, failures, attempts: llm.attempts(), tookMs: clock.now(), events }
}

const hangs = () => new Promise<never>(() => {})

describe("a streamed reply", () => {
  it("that stalls in the midst is noticed after a minute of silence, whether it looks at its signal or not, and asked for again", async () => {
    const { settled, failures, attempts, tookMs, events } = await ask(async function* (attempt, clock) {
      yield "alpha "
      await clock.sleep(50_000)
      yield "is it "
      if (attempt === 1) await hangs()
      yield "[E1]."
    })
    expect((settled as { text: string }).text).toBe("alpha is it [1].")
    expect(attempts).toBe(2)
    expect(failures).toMatchObject([{ name: "TimeoutError", phase: "between-tokens", timeoutMs: 60_000 }])
    expect(failures[0]?.message).toContain("went silent")
    expect(tookMs).toBe(160_000)
    expect(events.some((event) => event.type === "answer-delta" && event.restart === true)).toBe(true)
  })

  it("may begin late, since models think, but not after five minutes", async () => {
    const late = await ask(async function* (_, clock) {
      await clock.sleep(299_000)
      yield "alpha [E1]."
    })
    expect(late.failures).toEqual([])
    const never = await ask(
      async function* () {
        await hangs()
        yield ""
      },
      { maxAttempts: 2 },
    )
    expect(never.settled).toBeInstanceOf(RetriesExhaustedError)
    expect((never.settled as Error).cause).toBeInstanceOf(TimeoutError)
    expect((never.settled as Error).cause).toMatchObject({ phase: "first-token", timeoutMs: 300_000 })
    expect(never.tookMs).toBe(600_000)
  })

  it("that goes on and on ends with the whole attempt's time", async () => {
    const { settled, tookMs } = await ask(
      async function* (_, clock) {
        for (;;) {
          await clock.sleep(30_000)
          yield "more "
        }
      },
      { maxAttempts: 1 },
    )
    expect(settled).toMatchObject({ name: "TimeoutError", phase: "attempt", timeoutMs: 600_000 })
    expect(tookMs).toBe(600_000)
  })

  it.each([
    ["the whole attempt's, shorter", { attemptTimeoutMs: 5_000 }, "attempt", 5_000],
    ["the whole attempt's, longer", { attemptTimeoutMs: 900_000 }, "first-token", 900_000],
    ["the first token's", { firstTokenTimeoutMs: 7_000 }, "first-token", 7_000],
  ])("keeps to a time-out that is given: %s", async (_, retry, phase, timeoutMs) => {
    const { settled, tookMs } = await ask(
      async function* () {
        await hangs()
        yield ""
      },
      { maxAttempts: 1, ...retry },
    )
    expect(settled).toMatchObject({ name: "TimeoutError", phase, timeoutMs })
    expect(tookMs).toBe(timeoutMs)
  })

  it("leaves no timer behind, one a phase however many pieces come", async () => {
    const clock = fakeClock()
    let sleeps = 0
    let open = 0
    const counted = {
      now: clock.now,
      async sleep(durationMs: number, signal?: AbortSignal) {
        sleeps += 1
        open += 1
        await clock.sleep(durationMs, signal).finally(() => {
          open -= 1
        })
      },
    }
    const llm = writer(clock, async function* () {
      for (let piece = 0; piece < 500; piece++) yield piece === 0 ? "alpha [E1]." : " "
    })
    const rag = spdRag({ llm, clock: counted })
    await rag.add([{ id: "a", text: documentText("alpha") }])
    await rag.ask("q?", { onEvent: () => {} })
    await new Promise((resolve) => setImmediate(resolve))
    expect(sleeps).toBeLessThan(12)
    expect(open).toBe(0)
  })
})
