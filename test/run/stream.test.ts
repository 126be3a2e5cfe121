import { type Answer, type LLM, ProviderError, type SpdRagEvent, spdRag } from "spd-rag"
import { fakeClock } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { codeWordModel, sevenDocuments } from "../support/model"

const QUESTION = "What are the code words?"

/** The deltas since the last restart, as a listener puts them together, and the answer. */
async function collect(llm: LLM) {
  const set = spdRag({ llm, clock: fakeClock(), random: () => 0.5 })
  await set.add(sevenDocuments())
  let text = ""
  let restarts = 0
  let answer: Answer | undefined
  const types: string[] = []
  for await (const event of set.stream(QUESTION)) {
    types.push(event.type)
    if (event.type === "answer-delta") {
      if (event.restart) restarts += 1
      text = event.restart ? event.text : text + event.text
    }
    if (event.type === "run-end") answer = event.answer
  }
  return { text, restarts, answer, types }
}

describe("stream", () => {
  it("a stream that breaks off is tried again, and says that the text starts over", async () => {
    const model = codeWordModel({ streamPieces: 20 })
    let broken = false
    const llm: LLM = {
      ...model,
      async *stream(request) {
        let pieces = 0
        for await (const chunk of model.stream!(request)) {
          if (!broken && ++pieces === 8) {
            broken = true
            throw new ProviderError("cut", { provider: "fake", status: 503 })
          }
          yield chunk
        }
      },
    }
    const { text, restarts, answer, types } = await collect(llm)
    expect(restarts).toBe(1)
    expect(text).toBe(answer?.text)
    expect(types).toContain("call-retry")
  })

  it("a stream that ends without a word on why was cut: it is asked for again", async () => {
    const model = codeWordModel({ streamPieces: 5 })
    let streams = 0
    const llm: LLM = {
      ...model,
      async *stream(request) {
        streams += 1
        for await (const chunk of model.stream!(request)) {
          yield streams === 1 ? { text: chunk.text } : chunk
        }
      },
    }
    const { text, answer } = await collect(llm)
    expect(streams).toBe(2)
    expect(text).toBe(answer?.text)
    expect(answer?.warnings.map(({ code }) => code)).not.toContain("answer-truncated")
  })

  it.each([1, 2, 3, 7, 50])("citations come out whole in %i pieces", async (streamPieces) => {
    const { text, answer } = await collect(codeWordModel({ streamPieces }))
    expect(text).toBe(answer?.text)
    expect(text).not.toMatch(/\[E\d/)
  })

  it("events come in the order of the method, each agent's between its start and its end", async () => {
    const { types } = await collect(codeWordModel({ streamPieces: 3 }))
    expect(types.slice(0, 3)).toEqual(["run-start", "plan-start", "plan-end"])
    expect(types.filter((type) => type === "agent-start")).toHaveLength(7)
    expect(types.filter((type) => type === "agent-end")).toHaveLength(7)
    expect(types.indexOf("round-start")).toBeGreaterThan(types.lastIndexOf("agent-end"))
    expect(types.at(-1)).toBe("run-end")
  })

  it("a listener that throws or rejects breaks nothing", async () => {
    const set = spdRag({ llm: codeWordModel() })
    await set.add(sevenDocuments())
    const onEvent = (event: SpdRagEvent) => {
      if (event.type === "agent-end") return Promise.reject(new Error("mine"))
      throw new Error("mine")
    }
    expect((await set.ask(QUESTION, { onEvent })).documents).toHaveLength(7)
  })

  it("a failed run ends in run-error, then throws", async () => {
    const set = spdRag({ llm: codeWordModel(), agent: () => Promise.reject(new Error("no")) })
    await set.add(sevenDocuments())
    const types: string[] = []
    const run = (async () => {
      for await (const event of set.stream(QUESTION)) types.push(event.type)
    })()
    await expect(run).rejects.toThrow("None of 7 documents gave findings")
    expect(types.at(-1)).toBe("run-error")
  })
})
