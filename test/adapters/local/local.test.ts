import { getEventListeners } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { type Disposable, localEmbedder, localLLM } from "../../../src/adapters/local"
import type { LLM, LLMRequest } from "../../../src/contracts"
import { describeEmbedder, describeLLM } from "../../../src/testing"
import { TINY_CONTEXT, TINY_DIMENSIONS, tinyLlama } from "../../support/tiny-llama"
import { turnsUntilSettled } from "../../support/turns"
import { findNodeLlamaCpp } from "./node-llama-cpp"

const nodeLlamaCpp = await findNodeLlamaCpp()
const folder = mkdtempSync(join(tmpdir(), "spd-rag-local-"))
const modelPath = join(folder, "tiny.gguf")
const endlessPath = join(folder, "endless.gguf")
writeFileSync(modelPath, tinyLlama())
writeFileSync(endlessPath, tinyLlama({ endless: true }))

const ask = (content: string, more: Partial<LLMRequest> = {}): LLMRequest => ({
  messages: [{ role: "user", content }],
  ...more,
})

describe.runIf(nodeLlamaCpp !== undefined)("on node-llama-cpp", () => {
  const made: Disposable[] = []
  const kept = <Plug extends Disposable>(plug: Plug): Plug => {
    made.push(plug)
    return plug
  }
  const base = { modelPath, nodeLlamaCpp, threads: 1 }
  const llm = (more: Partial<Parameters<typeof localLLM>[0]> = {}) =>
    kept(localLLM({ ...base, contextWindow: 2_048, ...more }))
  const embedder = (more: Partial<Parameters<typeof localEmbedder>[0]> = {}) =>
    kept(localEmbedder({ ...base, dimensions: TINY_DIMENSIONS, contextWindow: 1_024, ...more }))
  const dispose = async () => {
    await Promise.all(made.splice(0).map((plug) => plug.dispose()))
  }
  afterEach(dispose)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const subject = { describe, it }

  // One of each for its whole suite, since loading the runtime takes longest.
  const sharedLLM = localLLM({ ...base, contextWindow: 2_048, sequences: 2 })
  const sharedEmbedder = localEmbedder({ ...base, dimensions: TINY_DIMENSIONS, contextWindow: 1_024 })
  afterAll(() => Promise.all([sharedLLM.dispose(), sharedEmbedder.dispose()]))
  describeLLM("localLLM", { ...subject, create: () => sharedLLM })
  describeEmbedder("localEmbedder", { ...subject, create: () => sharedEmbedder })

  describe("localLLM", () => {
    it("says the same to the same request, alone or among others", async () => {
      const model = llm({ sequences: 3 })
      const replies = await Promise.all(
        Array.from({ length: 12 }, (_, at) => model.generate(ask(`question ${at % 3}`))),
      )
      expect(new Set(replies.map((reply) => reply.text))).toEqual(new Set(["xyz"]))
      expect(replies[0]?.usage?.outputTokens).toBeGreaterThanOrEqual(3)
    })

    it("computes once what requests share, and says how much that was", async () => {
      const model = llm()
      const shared = "rules ".repeat(40)
      const first = await model.generate(ask(`${shared} a`))
      const second = await model.generate(ask(`${shared} b`))
      expect(first.usage?.cachedInputTokens).toBe(0)
      expect(second.usage?.inputTokens).toBe(first.usage?.inputTokens)
      expect(second.usage?.cachedInputTokens).toBeGreaterThan(200)
    })

    it("takes the sequence that holds the start of the prompt", async () => {
      const model = llm({ sequences: 2 })
      const [a, b] = ["alpha ".repeat(40), "beta ".repeat(40)]
      await Promise.all([model.generate(ask(`${a} 1`)), model.generate(ask(`${b} 1`))])
      for (const text of [b, a]) {
        expect((await model.generate(ask(`${text} 2`))).usage?.cachedInputTokens).toBeGreaterThan(150)
      }
    })

    it("stops at the limit of tokens", async () => {
      const reply = await llm({ modelPath: endlessPath }).generate(ask("go", { maxOutputTokens: 7 }))
      expect(reply).toMatchObject({ text: "xyzxyzx", finishReason: "length", usage: { outputTokens: 7 } })
    })

    it("fills the window and no more, and drops no turn for it", async () => {
      const model = llm({ modelPath: endlessPath, contextWindow: 256 })
      const reply = await model.generate(ask("go"))
      expect(reply.finishReason).toBe("length")
      const { inputTokens = 0, outputTokens = 0 } = reply.usage ?? {}
      expect(inputTokens + outputTokens).toBeGreaterThan(240)
      expect(inputTokens + outputTokens).toBeLessThanOrEqual(256)
    })

    it("refuses a prompt over the window before it computes", async () => {
      const failure = llm({ contextWindow: 256 }).generate(ask("long ".repeat(200)))
      await expect(failure).rejects.toMatchObject({ name: "ProviderError", tooLong: true, retryable: false })
    })

    it("holds JSON to a schema with choices, optional and nested parts", async () => {
      const jsonSchema = {
        type: "object",
        properties: {
          kind: { type: "string", enum: ["found", "not-found"] },
          value: { anyOf: [{ type: "string", pattern: "^x" }, { type: "null" }] },
          count: { type: ["integer", "null"], minimum: 0 },
          items: {
            type: "array",
            minItems: 1,
            items: { type: "object", properties: { a: { type: "string" } } },
          },
        },
        required: ["kind"],
        additionalProperties: false,
      }
      const { text } = await llm().generate(ask("go", { jsonSchema, maxOutputTokens: 500 }))
      expect(JSON.parse(text)).toEqual({
        kind: expect.stringMatching(/^(not-)?found$/),
        value: expect.anything(),
        count: expect.any(Number),
        items: expect.arrayContaining([{ a: expect.any(String) }]),
      })
    })

    it("an abort frees the caller at once and the sequence soon after", async () => {
      const model = llm({ modelPath: endlessPath })
      await model.generate(ask("warm", { maxOutputTokens: 1 }))
      const controller = new AbortController()
      const long = model.generate(ask("go", { signal: controller.signal }))
      const waiting = model.generate(ask("go", { signal: controller.signal }))
      const after = model.generate(ask("then", { maxOutputTokens: 3 }))
      const reason = new Error("enough")
      await new Promise((resolve) => setImmediate(resolve))
      controller.abort(reason)
      const aborted = Promise.all([long, waiting].map((call) => call.catch((error) => error)))
      expect(await turnsUntilSettled(aborted, 1_000)).toBeLessThan(100)
      expect(await aborted).toEqual([reason, reason])
      expect((await after).text).toBe("xyz")
      expect(getEventListeners(controller.signal, "abort")).toHaveLength(0)
    })

    it("100 calls on one signal leave no listener", async () => {
      const model = llm({ sequences: 4 })
      const { signal } = new AbortController()
      await Promise.all(Array.from({ length: 100 }, () => model.generate(ask("go", { signal }))))
      expect(getEventListeners(signal, "abort")).toHaveLength(0)
    })

    it("a stream that is left stops the computation", async () => {
      const model = llm({ modelPath: endlessPath })
      for await (const chunk of model.stream!(ask("go"))) {
        expect(chunk.text).not.toBe("")
        break
      }
      expect((await model.generate(ask("then", { maxOutputTokens: 3 }))).text).toBe("xyz")
    })

    it("fails a call over its queue, which may be retried", async () => {
      const model = llm({ maxWaiting: 1 })
      const calls = Array.from({ length: 3 }, () => model.generate(ask("go")))
      const outcomes = await Promise.allSettled(calls)
      expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"])
      expect(outcomes[2]).toMatchObject({ reason: { name: "ProviderError", retryable: true } })
    })

    it("once disposed ends what runs and waits, and takes no more", async () => {
      const model = llm({ modelPath: endlessPath })
      await model.generate(ask("warm", { maxOutputTokens: 1 }))
      const calls: Promise<unknown>[] = [model.generate(ask("go")), model.generate(ask("go"))]
      const outcomes = Promise.allSettled(calls)
      await model.dispose()
      await model.dispose()
      const late = Promise.allSettled([model.generate(ask("go"))])
      for (const outcome of [...(await outcomes), ...(await late)]) {
        expect(outcome).toMatchObject({ reason: { name: "ProviderError", retryable: false } })
      }
    })

    it("names a window that the model can't hold, and a file that is no model", async () => {
      await expect(llm({ contextWindow: TINY_CONTEXT + 1 }).generate(ask("go"))).rejects.toMatchObject({
        name: "InvalidArgumentError",
        argument: "contextWindow",
      })
      const broken = join(folder, "broken.gguf")
      writeFileSync(broken, tinyLlama().subarray(0, 2_000))
      await expect(llm({ modelPath: broken }).generate(ask("go"))).rejects.toMatchObject({
        name: "ProviderError",
      })
    })

    it("loads a file that was not there before", async () => {
      const later = join(folder, "later.gguf")
      const model = llm({ modelPath: later })
      await expect(model.generate(ask("go"))).rejects.toMatchObject({ argument: "modelPath" })
      writeFileSync(later, tinyLlama())
      expect((await model.generate(ask("go"))).text).toBe("xyz")
    })
  })

  describe("localEmbedder", () => {
    it("gives vectors of length 1, and the tokens it read", async () => {
      const { vectors, usage } = await embedder().embed({ texts: ["a b c", "d"], purpose: "document" })
      for (const vector of vectors) expect(Math.hypot(...Array.from(vector))).toBeCloseTo(1, 6)
      expect(usage?.inputTokens).toBeGreaterThan(5)
    })

    it("puts the prefix of the purpose in front", async () => {
      const plain = embedder()
      const prefixed = embedder({ prefixes: { query: "query: " } })
      const of = async (plug: typeof plain, text: string, purpose: "query" | "document") =>
        (await plug.embed({ texts: [text], purpose })).vectors[0]
      expect(await of(prefixed, "a", "query")).toEqual(await of(plain, "query: a", "document"))
      expect(await of(prefixed, "a", "document")).toEqual(await of(plain, "a", "document"))
    })

    it("names other dimensions, a text over the window and too many texts", async () => {
      const other = embedder({ dimensions: 8 }).embed({ texts: ["a"], purpose: "query" })
      await expect(other).rejects.toThrow(/Expected `dimensions` to be 64.*got 8/)
      const long = embedder().embed({ texts: ["a", "long ".repeat(300)], purpose: "query" })
      await expect(long).rejects.toMatchObject({ name: "ProviderError", tooLong: true, retryable: false })
      const many = embedder({ maxBatchSize: 1 }).embed({ texts: ["a", "b"], purpose: "query" })
      await expect(many).rejects.toMatchObject({ argument: "texts" })
    })
  })
})

describe("without the package", () => {
  it("refuses options that make no sense", () => {
    expect(() => localLLM({ modelPath: "" })).toThrow(/modelPath/)
    expect(() => localLLM({ modelPath, contextWindow: 0 })).toThrow(/contextWindow/)
    expect(() => localLLM({ modelPath, layers: 3 } as never)).toThrow(/layers/)
    expect(() => localEmbedder({ modelPath } as never)).toThrow(/dimensions/)
  })

  it("is named by its file, or as told", () => {
    const named: LLM[] = [
      localLLM({ modelPath: "a/b/Small.Q4.gguf" }),
      localLLM({ modelPath, modelId: "mine" }),
    ]
    expect(named.map(({ modelId }) => modelId)).toEqual(["Small.Q4", "mine"])
  })
})
