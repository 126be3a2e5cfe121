import { spdRag } from "spd-rag"
import { describe, expect, it } from "vitest"
import { boundedStream } from "../../src/policy/bounded-stream"
import { systemClock } from "../../src/runtime/clock"
import { codeWordModel, sevenDocuments } from "../support/model"

async function* endless(text: string) {
  for (;;) yield { text }
}
/** No two chunks alike: what repeats itself is cut for that. */
async function* counting() {
  for (let n = 0; ; n++) yield { text: `${n} words [E1] and then ${n * 7_919}\n` }
}
const count = (text: string) => text.length

describe("a stream that never ends", () => {
  it("is cut at the output that was allowed", async () => {
    let characters = 0
    let last: string | undefined
    for await (const { text, finishReason } of boundedStream(endless("word "), 10_000, count)) {
      characters += text.length
      last = finishReason
    }
    expect(characters).toBeGreaterThan(10_000)
    expect(characters).toBeLessThan(20_000)
    expect(last).toBe("length")
  })

  it("gives timers and aborts their turn, also where its chunks are empty", async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 0)
    let chunks = 0
    for await (const _ of boundedStream(endless(""), 10, count)) {
      chunks += 1
      if (controller.signal.aborted) break
    }
    expect(controller.signal.aborted).toBe(true)
    expect(chunks).toBeGreaterThan(0)
  })

  it("a chunk of megabytes is cut as well, and no character is cut in two", async () => {
    const read = async (text: string, most: number) => {
      const pieces: string[] = []
      let last: string | undefined
      const whole = (async function* () {
        yield { text, finishReason: "stop" as const }
      })()
      for await (const piece of boundedStream(whole, most, count)) {
        pieces.push(piece.text)
        last = piece.finishReason
      }
      return { pieces, last }
    }
    const cut = await read("word ".repeat(1_000_000), 10_000)
    expect(cut.pieces.join("").length).toBeLessThan(20_000)
    expect(cut.last).toBe("length")
    for (const text of [`a${"\u{1f600}".repeat(9_000)}`, "\u{1f600}".repeat(9_000)]) {
      const { pieces, last } = await read(text, 100_000)
      expect(pieces.join("")).toBe(text)
      expect(pieces.length).toBeGreaterThan(3)
      expect(pieces.every((piece) => piece.isWellFormed())).toBe(true)
      expect(last).toBe("stop")
    }
  })

  it("costs a question its end, not its answer", async () => {
    const base = codeWordModel()
    const llm = { ...base, stream: () => counting() }
    const set = spdRag({ llm, synthesis: { maxOutputTokens: 500 } })
    await set.add(sevenDocuments())
    const answer = await set.ask("What are the code words?", { onEvent: () => {} })
    expect(answer.warnings.map(({ code }) => code)).toContain("answer-truncated")
  })
})

it("a wait that is longer than timers take does not end at once", async () => {
  const controller = new AbortController()
  const waited = systemClock.sleep(2 ** 32, controller.signal).then(
    () => "ended",
    () => "aborted",
  )
  setTimeout(() => controller.abort(), 20)
  expect(await waited).toBe("aborted")
})
