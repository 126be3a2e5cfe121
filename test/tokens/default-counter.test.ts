import { afterEach, expect, it, vi } from "vitest"
import { splitText } from "../../src/splitting/split-text"
import { splitTextYielding } from "../../src/splitting/yielding"
import { countTokens } from "../../src/tokens/count-tokens"
import { stepsOf } from "../../src/tokens/token-counter"

/** A build that leaves the vocabulary out: each load of it fails. */
async function withoutVocabulary() {
  vi.resetModules()
  vi.doMock("js-tiktoken/ranks/cl100k_base", () => {
    throw new TypeError("Failed to resolve module specifier")
  })
  return import("../../src/tokens/default-counter")
}

afterEach(() => {
  vi.doUnmock("js-tiktoken/ranks/cl100k_base")
  vi.resetModules()
})

it("counts in steps by default, and where the public counter is given; a caller's counter has none", async () => {
  expect(stepsOf(countTokens)).toBeTypeOf("function")
  expect(stepsOf((text) => text.length)).toBeUndefined()
  const text = "The buyer pays within 30 days. ".repeat(200)
  const [first, second] = await Promise.all([
    splitTextYielding(text),
    splitTextYielding(text, { countTokens }),
  ])
  expect(first).toEqual(splitText(text))
  expect(second).toEqual(first)
})

it("says what to give where the vocabulary can't be loaded, each time it is asked for", async () => {
  const { loadTokenCounter, defaultCounter } = await withoutVocabulary()
  for (let time = 0; time < 2; time++) {
    await expect(loadTokenCounter()).rejects.toMatchObject({
      name: "InvalidArgumentError",
      message: expect.stringMatching(/^Expected `countTokens` to be given, since the vocabulary/),
      cause: expect.any(Error),
    })
  }
  expect(() => defaultCounter("text")).toThrow("before it is loaded")
})

it("is not loaded for a caller's counter", async () => {
  const { loadTokenCounter } = await withoutVocabulary()
  await expect(loadTokenCounter((text) => text.length)).resolves.toBeUndefined()
})

it("a whole run, planned, read and merged by models, counts by the caller's counter alone", async () => {
  const { loadTokenCounter } = await withoutVocabulary()
  const [{ spdRag }, { fakeEmbedder, fakeLLM, foundReply, planReply, stageOf }] = await Promise.all([
    import("../../src/spd-rag"),
    import("../../src/testing"),
  ])
  const text = "The buyer pays within 30 days."
  const llm = fakeLLM((request) => {
    const stage = stageOf(request)
    if (stage === "coordinator") return planReply(["State the term."])
    return stage === "agent" ? foundReply({ answer: "30 days", quotes: text }) : "In 30 days [E1]."
  })
  const countTokens = vi.fn((counted: string) => Math.ceil(counted.length / 4))
  const rag = spdRag({ llm, embedder: fakeEmbedder(), countTokens })
  await rag.add({ id: "a", text })
  expect((await rag.ask("Within how many days does the buyer pay?")).text).toBe("In 30 days [1].")
  expect(countTokens).toHaveBeenCalled()
  await expect(loadTokenCounter()).rejects.toThrow("countTokens")
})

it("rejects with the signal's reason before it loads anything", async () => {
  const { loadTokenCounter } = await withoutVocabulary()
  const reason = new Error("enough")
  await expect(loadTokenCounter(undefined, AbortSignal.abort(reason))).rejects.toBe(reason)
})
