import { GoogleGenAI } from "@google/genai"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { type GeminiClient, gemini, geminiEmbedder } from "../../../src/adapters/gemini"
import type { LLMChunk } from "../../../src/contracts"
import type { FaultServer, ServerAnswer } from "../kit/fault-server"
import { candidate, geminiError, sse, startGeminiServer } from "./server"

const model = "gemini-2.5-flash"
const apiKey = "key-1"
const messages = [{ role: "user", content: "hello" }] as const

let server: FaultServer
beforeAll(async () => {
  server = await startGeminiServer()
})
afterAll(() => server.close())

const make = (options = {}) => gemini({ model, apiKey, baseUrl: server.url, ...options })
const sent = () => server.requests.at(-1)!

async function streamed(llm = make(), signal?: AbortSignal): Promise<LLMChunk[]> {
  const chunks: LLMChunk[] = []
  for await (const chunk of llm.stream!({ messages, signal })) chunks.push(chunk)
  return chunks
}

describe("a request to Gemini", () => {
  it("carries system, turns, schema and limits", async () => {
    await make({ thinkingBudget: 0 }).generate({
      messages: [
        { role: "system", content: "One." },
        { role: "user", content: "a" },
        { role: "assistant", content: "b" },
        { role: "system", content: "Two." },
        { role: "user", content: "c" },
      ],
      jsonSchema: { type: "object", properties: { a: { const: "x" } } },
      temperature: 0,
      maxOutputTokens: 99,
    })
    expect(sent().url).toBe("/v1beta/models/gemini-2.5-flash:generateContent")
    expect(sent().headers["x-goog-api-key"]).toBe(apiKey)
    expect(sent().body).toEqual({
      systemInstruction: { role: "user", parts: [{ text: "One.\n\nTwo." }] },
      contents: [
        { role: "user", parts: [{ text: "a" }] },
        { role: "model", parts: [{ text: "b" }] },
        { role: "user", parts: [{ text: "c" }] },
      ],
      generationConfig: {
        temperature: 0,
        maxOutputTokens: 99,
        thinkingConfig: { thinkingBudget: 0 },
        responseMimeType: "application/json",
        responseJsonSchema: {
          type: "object",
          properties: { a: { type: "string", enum: ["x"] } },
          propertyOrdering: ["a"],
        },
      },
    })
  })

  it("says nothing that was not asked for", async () => {
    await make().generate({ messages })
    expect(sent().body).toEqual({
      contents: [{ role: "user", parts: [{ text: "hello" }] }],
      generationConfig: {},
    })
  })

  it("takes a thinking level", async () => {
    await make({ thinkingLevel: "low" }).generate({ messages })
    expect(sent().body.generationConfig.thinkingConfig).toEqual({ thinkingLevel: "LOW" })
  })

  it("needs a message of the user", async () => {
    const call = make().generate({ messages: [{ role: "system", content: "One." }] })
    await expect(call).rejects.toMatchObject({ name: "InvalidArgumentError", argument: "messages" })
  })
})

describe("a reply of Gemini", () => {
  const usageMetadata = { promptTokenCount: 9, thoughtsTokenCount: 500, totalTokenCount: 509 }
  const generate = (json: unknown) => {
    server.script({ json })
    return make().generate({ messages })
  }

  it("counts thoughts as output, and cached tokens as part of the input", async () => {
    const counts = { ...usageMetadata, candidatesTokenCount: 7, cachedContentTokenCount: 3 }
    const { usage } = await generate({ ...candidate("A", "STOP"), usageMetadata: counts })
    expect(usage).toEqual({ inputTokens: 9, outputTokens: 507, cachedInputTokens: 3 })
  })

  it("is the text without thoughts", async () => {
    const parts = [{ text: "thinking", thought: true }, { text: "A" }, { inlineData: {} }, { text: "B" }]
    const { text } = await generate({ candidates: [{ content: { parts }, finishReason: "STOP" }] })
    expect(text).toBe("AB")
  })

  it("that was cut says so, also when thinking took all tokens, with its usage", async () => {
    expect(await generate(candidate("A", "MAX_TOKENS"))).toMatchObject({ text: "A", finishReason: "length" })
    expect(await generate({ ...candidate(undefined, "MAX_TOKENS"), usageMetadata })).toEqual({
      text: "",
      finishReason: "length",
      usage: { inputTokens: 9, outputTokens: 500 },
    })
  })

  it.each(["SAFETY", "PROHIBITED_CONTENT", "BLOCKLIST", "SPII"])(
    "stopped by %s is blocked",
    async (reason) => {
      expect(await generate(candidate("A", reason))).toMatchObject({ text: "A", finishReason: "blocked" })
    },
  )

  it("to a prompt that was blocked is blocked", async () => {
    const blocked = { promptFeedback: { blockReason: "SAFETY" }, usageMetadata }
    expect(await generate(blocked)).toMatchObject({
      text: "",
      finishReason: "blocked",
      usage: { inputTokens: 9 },
    })
  })

  it.each([
    ["RECITATION", "blocked"],
    ["CONTINUATION", "truncated"],
    ["OTHER", "malformed"],
    ["MALFORMED_FUNCTION_CALL", "malformed"],
  ])("that ends by %s is an InvalidOutputError: %s", async (reason, expected) => {
    const error = await generate(candidate("part", reason)).catch((failure) => failure)
    expect(error).toMatchObject({ name: "InvalidOutputError", reason: expected, text: "part" })
    if (reason !== "OTHER") expect(error.message).toContain(reason)
    expect(JSON.stringify(error)).not.toContain('part"')
  })

  it("without text is an InvalidOutputError: empty", async () => {
    await expect(generate(candidate(undefined, "STOP"))).rejects.toMatchObject({ reason: "empty" })
    await expect(generate(candidate("", "STOP"))).rejects.toMatchObject({ reason: "empty" })
  })

  it("without a candidate is a ProviderError that may be retried", async () => {
    await expect(generate({ usageMetadata })).rejects.toMatchObject({
      name: "ProviderError",
      retryable: true,
    })
  })

  it("that asks to be continued costs one request", async () => {
    const before = server.requests.length
    const partial = { ...candidate("part", "CONTINUATION") }
    server.always({ json: { candidates: [{ ...partial.candidates[0], continuationToken: "dA==" }] } })
    await expect(make().generate({ messages })).rejects.toMatchObject({ reason: "truncated" })
    server.always(undefined)
    expect(server.requests.length - before).toBe(1)
  })
})

describe("a stream of Gemini", () => {
  const first = sse(candidate("part"))
  const failure = (answer: ServerAnswer) => {
    server.script(answer)
    return streamed().catch((error) => error)
  }

  it.each<[string, ServerAnswer, object]>([
    [
      "half a frame",
      { events: [first, 'data: {"cand'] },
      { name: "ProviderError", retryable: true, status: 200 },
    ],
    [
      "a frame that is no JSON",
      { events: [first, "data: {cand\n\n"] },
      { name: "ProviderError", retryable: true },
    ],
    ["an end without a reason", { events: [first] }, { name: "ProviderError", retryable: true, status: 200 }],
    ["no event at all", { events: [] }, { name: "ProviderError", retryable: true, status: 200 }],
    [
      "a reset",
      { events: [first], ending: "reset" },
      { name: "ProviderError", retryable: true, status: undefined },
    ],
    [
      "an error event",
      { events: [first, sse({ error: { code: 503, status: "UNAVAILABLE", message: "overloaded" } })] },
      { name: "ProviderError", retryable: true, status: 503 },
    ],
    [
      "a recitation",
      { events: [first, sse(candidate(undefined, "RECITATION"))] },
      { reason: "blocked", text: "part" },
    ],
    ["status 429", geminiError(429, "RESOURCE_EXHAUSTED", "quota"), { status: 429, retryable: true }],
  ])("with %s fails", async (_, answer, expected) => {
    expect(await failure(answer)).toMatchObject(expected)
  })

  it("that is blocked or cut ends with its reason and keeps the text before", async () => {
    server.script({ events: [first, sse(candidate(undefined, "MAX_TOKENS"))] })
    expect(await streamed()).toEqual([
      { text: "part" },
      { text: "", finishReason: "length", usage: undefined },
    ])
    server.script({ events: [sse({ promptFeedback: { blockReason: "OTHER" } })] })
    expect(await streamed()).toEqual([{ text: "", finishReason: "blocked", usage: undefined }])
  })

  it("drops the connection when it is left early", async () => {
    const own = await startGeminiServer()
    own.script({ events: [first], ending: "hang" })
    for await (const chunk of make({ baseUrl: own.url }).stream!({ messages })) {
      expect(chunk.text).toBe("part")
      break
    }
    await expect.poll(() => own.dropped()).toBe(1)
    await own.close()
  })

  it("ends at once when its signal aborts between two parts", async () => {
    server.script({ events: [first], ending: "hang" })
    const controller = new AbortController()
    const reason = new Error("enough")
    const read = async () => {
      for await (const _ of make().stream!({ messages, signal: controller.signal })) controller.abort(reason)
    }
    await expect(read()).rejects.toBe(reason)
  })
})

describe("geminiEmbedder", () => {
  it("sends one request with the task type and the dimensions", async () => {
    const before = server.requests.length
    const embedder = geminiEmbedder({ apiKey, baseUrl: server.url, dimensions: 768 })
    const texts = Array.from({ length: 100 }, (_, at) => `text ${at}`)
    expect((await embedder.embed({ texts, purpose: "clustering" })).vectors).toHaveLength(100)
    expect(server.requests.length - before).toBe(1)
    expect(sent().url).toBe("/v1beta/models/gemini-embedding-001:batchEmbedContents")
    expect(sent().body.requests[7]).toEqual({
      model: "models/gemini-embedding-001",
      content: { role: "user", parts: [{ text: "text 7" }] },
      taskType: "CLUSTERING",
      outputDimensionality: 768,
    })
    await expect(embedder.embed({ texts: [...texts, "one more"], purpose: "query" })).rejects.toMatchObject({
      name: "InvalidArgumentError",
      argument: "texts",
    })
  })

  it.each([
    ["too few vectors", []],
    ["a vector of another length", [{ values: [1, 2] }]],
    ["a value that is no number", [{ values: [1, null, 3] }]],
    ["a vector that is none", [{}]],
  ])("refuses %s", async (_, embeddings) => {
    server.script({ json: { embeddings } })
    const embedder = geminiEmbedder({ apiKey, baseUrl: server.url, dimensions: 3 })
    const call = embedder.embed({ texts: ["a"], purpose: "query" })
    await expect(call).rejects.toMatchObject({ name: "InvalidOutputError", reason: "malformed" })
  })
})

describe("options of Gemini", () => {
  it.each<[string, object]>([
    ["apiKey", { apiKey: undefined }],
    ["apiKey", { apiKey: "" }],
    ["apiKey", { apiKey: [] }],
    ["apiKey", { apiKey: ["good", "bad key\n"] }],
    ["apiKey", { apiKey, client: {} }],
    ["baseUrl", { baseUrl: "localhost" }],
    ["baseUrl", { baseUrl: `http://user:${apiKey}@host` }],
    ["model", { model: "" }],
    ["contextWindow", { contextWindow: 0 }],
    ["thinkingBudget", { thinkingBudget: -2 }],
    ["thinkingLevel", { thinkingLevel: "loud" }],
    ["thinkingLevel", { thinkingLevel: "low", thinkingBudget: 1 }],
    ["timeoutMs", { timeoutMs: 0 }],
    ["options.apikey", { apikey: "secret-9" }],
  ])("%s that makes no sense is refused at once: %j", (argument, options) => {
    let error: unknown
    try {
      gemini({ model, apiKey, ...options } as never)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toMatchObject({ name: "InvalidArgumentError", argument })
    expect(String(error)).not.toMatch(/bad key|secret-9|key-1/)
  })

  describe("are not read from the environment", () => {
    beforeEach(() => {
      vi.stubEnv("GOOGLE_GENAI_USE_VERTEXAI", "true")
      vi.stubEnv("GOOGLE_GEMINI_BASE_URL", "http://127.0.0.1:1")
      vi.stubEnv("GOOGLE_API_KEY", "other")
    })
    afterEach(() => vi.unstubAllEnvs())

    it("neither key, address nor service", async () => {
      await make().generate({ messages })
      expect(sent().headers["x-goog-api-key"]).toBe(apiKey)
      expect(() => gemini({ model })).toThrow("apiKey")
    })
  })

  it("a client of the user's is used as it is; its errors are read from their message", async () => {
    const client: GeminiClient = new GoogleGenAI({
      apiKey: "own",
      vertexai: false,
      httpOptions: { baseUrl: server.url },
    })
    const llm = gemini({ model, client })
    expect((await llm.generate({ messages })).text).toBe("Reply to: hello")
    expect(sent().headers["x-goog-api-key"]).toBe("own")
    const retryInfo = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "4s" }
    server.script(geminiError(429, "RESOURCE_EXHAUSTED", "quota", [retryInfo]), { fault: "reset" })
    await expect(llm.generate({ messages })).rejects.toMatchObject({ status: 429, retryAfterMs: 4_000 })
    await expect(llm.generate({ messages })).rejects.toMatchObject({ name: "ProviderError", retryable: true })
  })

  it("a stub of a client is enough, and one that breaks is not retried", async () => {
    const models = {
      generateContent: async () => {
        throw new RangeError("a mistake in the client")
      },
      generateContentStream: async () => (async function* () {})(),
      embedContent: async () => ({}),
    }
    const call = gemini({ model, client: { models } }).generate({ messages })
    await expect(call).rejects.toMatchObject({ name: "ProviderError", retryable: false })
  })
})
