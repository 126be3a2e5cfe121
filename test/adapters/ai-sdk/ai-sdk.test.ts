import type { EmbeddingModelV2, LanguageModelV2, LanguageModelV3, RerankingModelV3 } from "@ai-sdk/provider"
import { describe, expect, it } from "vitest"
import { type AiSdkWarning, aiSdk, aiSdkEmbedder, aiSdkReranker } from "../../../src/adapters/ai-sdk"
import type { LLMChunk, LLMRequest } from "../../../src/contracts"
import { compatible } from "./providers"
import { chunk, openAIError, sse, startOpenAIServer } from "./server"

type GenerateV3 = Awaited<ReturnType<LanguageModelV3["doGenerate"]>>
type PartV3 =
  Awaited<ReturnType<LanguageModelV3["doStream"]>>["stream"] extends ReadableStream<infer P> ? P : never

const usage: GenerateV3["usage"] = {
  inputTokens: { total: 20, noCache: 15, cacheRead: 5, cacheWrite: undefined },
  outputTokens: { total: 9, text: 5, reasoning: 4 },
}
const stop = { unified: "stop", raw: "end_turn" } as const
const reply = (more: Partial<GenerateV3> = {}): GenerateV3 => ({
  content: [{ type: "text", text: "hello" }],
  finishReason: stop,
  usage,
  warnings: [],
  ...more,
})
const delta = (text: string): PartV3 => ({ type: "text-delta", id: "1", delta: text })
const request: LLMRequest = { messages: [{ role: "user", content: "hi" }] }
const jsonSchema = { type: "object", properties: { a: { type: "string" } }, required: ["a"] }
const options = { contextWindow: 1_000 }

/** A model of specification 3 that answers as it is told to, and keeps what it was asked. */
function model(answer: GenerateV3 | Error, parts: readonly PartV3[] = []) {
  const asked: Parameters<LanguageModelV3["doGenerate"]>[0][] = []
  let cancelled = 0
  const made: LanguageModelV3 = {
    specificationVersion: "v3",
    provider: "maker.chat",
    modelId: "m-1",
    supportedUrls: {},
    async doGenerate(call) {
      asked.push(call)
      if (answer instanceof Error) throw answer
      return answer
    },
    async doStream(call) {
      asked.push(call)
      const left = [...parts]
      const stream = new ReadableStream<PartV3>({
        pull(controller) {
          const part = left.shift()
          if (part === undefined) controller.close()
          else controller.enqueue(part)
        },
        cancel: () => void cancelled++,
      })
      return { stream }
    },
  }
  return { made, asked, cancelled: () => cancelled }
}

async function read(stream: AsyncIterable<LLMChunk>): Promise<LLMChunk[]> {
  const chunks: LLMChunk[] = []
  for await (const part of stream) chunks.push(part)
  return chunks
}

describe("aiSdk asks", () => {
  it("with one system message in front, turns as parts, and settings under their names", async () => {
    const { made, asked } = model(reply())
    const providerOptions = { maker: { effort: "low" } }
    const llm = aiSdk(made, { ...options, providerOptions, headers: { "x-team": "a" } })
    const messages: LLMRequest["messages"] = [
      { role: "system", content: "rules" },
      { role: "user", content: "q" },
      { role: "assistant", content: "a" },
      { role: "system", content: "more rules" },
      { role: "user", content: "q2" },
    ]
    await llm.generate({ messages, temperature: 0, maxOutputTokens: 7, jsonSchema })
    const { abortSignal, ...sent } = asked[0] as NonNullable<(typeof asked)[0]>
    expect(abortSignal).toBeInstanceOf(AbortSignal)
    expect(sent).toEqual({
      prompt: [
        { role: "system", content: "rules\n\nmore rules" },
        { role: "user", content: [{ type: "text", text: "q" }] },
        { role: "assistant", content: [{ type: "text", text: "a" }] },
        { role: "user", content: [{ type: "text", text: "q2" }] },
      ],
      temperature: 0,
      maxOutputTokens: 7,
      responseFormat: { type: "json", schema: jsonSchema },
      providerOptions,
      headers: { "x-team": "a" },
    })
  })

  it("leaves out what is not set", async () => {
    const { made, asked } = model(reply())
    await aiSdk(made, options).generate(request)
    expect(Object.keys(asked[0] ?? {}).sort()).toEqual(["abortSignal", "prompt"])
  })

  it("with the schema in the system prompt where told so", async () => {
    const { made, asked } = model(reply())
    await aiSdk(made, { ...options, jsonSchema: "prompt" }).generate({ ...request, jsonSchema })
    expect(asked[0]?.responseFormat).toEqual({ type: "json" })
    const first = asked[0]?.prompt[0]
    expect(first?.role).toBe("system")
    expect(first?.content).toContain(JSON.stringify(jsonSchema))
  })
})

describe("aiSdk reads", () => {
  it("text without reasoning, and usage with cached and reasoning tokens", async () => {
    const content: GenerateV3["content"] = [
      { type: "reasoning", text: "hm" },
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ]
    expect(await aiSdk(model(reply({ content })).made, options).generate(request)).toEqual({
      text: "ab",
      finishReason: "stop",
      usage: { inputTokens: 20, outputTokens: 9, cachedInputTokens: 5 },
    })
  })

  it("no usage where the totals are not known", async () => {
    const unknown = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined }
    const answer = reply({ usage: { ...usage, inputTokens: unknown } })
    expect((await aiSdk(model(answer).made, options).generate(request)).usage).toBeUndefined()
  })

  it.each([
    [{ unified: "length", raw: "max_tokens" }, "length"],
    [{ unified: "content-filter", raw: "refusal" }, "blocked"],
    [{ unified: "other", raw: undefined }, "stop"],
  ] as const)("the finish reason %o as %s", async (finishReason, expected) => {
    const llm = aiSdk(model(reply({ finishReason })).made, options)
    expect((await llm.generate(request)).finishReason).toBe(expected)
  })

  it.each([
    [{ unified: "tool-calls", raw: "tool_use" }, "InvalidOutputError"],
    [{ unified: "other", raw: "pause_turn" }, "InvalidOutputError"],
    [{ unified: "error", raw: "error" }, "ProviderError"],
  ] as const)("the finish reason %o as %s", async (finishReason, name) => {
    const llm = aiSdk(model(reply({ finishReason })).made, options)
    await expect(llm.generate(request)).rejects.toMatchObject({ name })
  })

  it("a reply without text as an InvalidOutputError", async () => {
    const llm = aiSdk(model(reply({ content: [{ type: "reasoning", text: "hm" }] })).made, options)
    await expect(llm.generate(request)).rejects.toMatchObject({ name: "InvalidOutputError", reason: "empty" })
  })

  it("the text that a model of specification 4 names as its structured output", async () => {
    const answer = { ...reply(), structuredOutputText: '{"a":"b"}' }
    const made = { ...model(answer).made, specificationVersion: "v4" }
    const llm = aiSdk(made, options)
    expect((await llm.generate({ ...request, jsonSchema })).text).toBe('{"a":"b"}')
    expect((await llm.generate(request)).text).toBe("hello")
  })

  it("a model of specification 2: plain counts and a plain reason", async () => {
    const made: Pick<
      LanguageModelV2,
      "specificationVersion" | "provider" | "modelId" | "doGenerate" | "doStream"
    > = {
      specificationVersion: "v2",
      provider: "maker",
      modelId: "m-2",
      doGenerate: async () => ({
        content: [{ type: "text", text: "hello" }],
        finishReason: "length",
        usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5, cachedInputTokens: 1 },
        warnings: [],
      }),
      doStream: () => Promise.reject(new Error("not asked")),
    }
    expect(await aiSdk(made, options).generate(request)).toEqual({
      text: "hello",
      finishReason: "length",
      usage: { inputTokens: 3, outputTokens: 2, cachedInputTokens: 1 },
    })
  })
})

describe("aiSdk and warnings", () => {
  const unsupported = (feature: string): GenerateV3["warnings"][number] => ({ type: "unsupported", feature })

  it("fails where the schema was left out, since nothing holds the reply to it", async () => {
    const llm = aiSdk(model(reply({ warnings: [unsupported("responseFormat")] })).made, options)
    await expect(llm.generate({ ...request, jsonSchema })).rejects.toMatchObject({
      name: "InvalidArgumentError",
      argument: "jsonSchema",
    })
    expect((await llm.generate(request)).text).toBe("hello")
  })

  it("does not fail where the schema is in the prompt anyway", async () => {
    const made = model(reply({ warnings: [unsupported("responseFormat")] })).made
    const llm = aiSdk(made, { ...options, jsonSchema: "prompt" })
    expect((await llm.generate({ ...request, jsonSchema })).text).toBe("hello")
  })

  it("hands every other warning to the listener, which can't break the call", async () => {
    const heard: AiSdkWarning[] = []
    const onWarning = (warning: AiSdkWarning) => {
      heard.push(warning)
      throw new Error("a listener's own")
    }
    const warnings = [unsupported("temperature"), { type: "other", message: "slow today" } as const]
    await aiSdk(model(reply({ warnings })).made, { ...options, onWarning }).generate({
      ...request,
      jsonSchema,
    })
    expect(heard).toEqual(warnings)
  })

  it("a real provider that was not told of structured outputs is found out", async () => {
    const server = await startOpenAIServer({ reply: () => '{"a":"b"}' })
    const at = { apiKey: "key", baseUrl: server.url }
    const loose = compatible(at, false).chatModel("chat-1")
    const asked = { ...request, jsonSchema }
    await expect(aiSdk(loose, options).generate(asked)).rejects.toThrow(/structured outputs/)
    await expect(read(aiSdk(loose, options).stream!(asked))).rejects.toThrow(/structured outputs/)
    const prompted = await aiSdk(loose, { ...options, jsonSchema: "prompt" }).generate(asked)
    expect(prompted.text).toBe('{"a":"b"}')
    expect(server.requests.at(-1)?.body.response_format).toEqual({ type: "json_object" })
    await aiSdk(compatible(at).chatModel("chat-1"), options).generate(asked)
    expect(server.requests.at(-1)?.body.response_format.json_schema.schema).toEqual(jsonSchema)
    await server.close()
  })
})

describe("aiSdk streams", () => {
  const finish: PartV3 = { type: "finish", usage, finishReason: stop }

  it("text as it comes, the reason and the usage last", async () => {
    const parts: PartV3[] = [
      { type: "stream-start", warnings: [] },
      { type: "reasoning-delta", id: "0", delta: "hm" },
      delta("he"),
      delta(""),
      delta("llo"),
      finish,
    ]
    expect(await read(aiSdk(model(reply(), parts).made, options).stream!(request))).toEqual([
      { text: "he" },
      { text: "llo" },
      {
        text: "",
        finishReason: "stop",
        usage: { inputTokens: 20, outputTokens: 9, cachedInputTokens: 5 },
      },
    ])
  })

  it("cancels the source when it is left early", async () => {
    const { made, asked, cancelled } = model(reply(), [delta("a"), delta("b"), finish])
    for await (const _ of aiSdk(made, options).stream!(request)) break
    expect(cancelled()).toBe(1)
    expect(asked[0]?.abortSignal?.aborted).toBe(true)
  })

  it.each([
    ["no finish", [delta("a")]],
    [
      "a finish without a reason",
      [delta("a"), { ...finish, finishReason: { unified: "other", raw: undefined } }],
    ],
    ["an error", [delta("a"), { type: "error", error: { message: "overloaded", type: "overloaded_error" } }]],
  ] as const)("fails with a ProviderError that may be retried on %s", async (_, parts) => {
    const stream = aiSdk(model(reply(), parts).made, options).stream!(request)
    await expect(read(stream)).rejects.toMatchObject({ name: "ProviderError", retryable: true })
  })

  it("names the code of an error in the midst, not its words", async () => {
    const error = { message: "the secret document", type: "overloaded_error" }
    const stream = aiSdk(model(reply(), [delta("a"), { type: "error", error }]).made, options).stream!(
      request,
    )
    const failure = await read(stream).catch((reason) => reason)
    expect(failure.message).toContain("overloaded_error")
    expect(failure.message).not.toContain("secret")
  })

  it("a connection that breaks, an error event and half an event of a real provider are ProviderErrors", async () => {
    const server = await startOpenAIServer()
    const llm = aiSdk(compatible({ apiKey: "key", baseUrl: server.url }).chatModel("chat-1"), options)
    const begun = sse(chunk({ content: "half" }))
    server.script(
      { events: [begun], ending: "reset" },
      { events: [begun] },
      { events: [begun, sse({ error: { message: "overloaded", code: "server_error" } })] },
      { events: [begun, 'data: {"choices": [{"del\n\n'] },
    )
    for (let attempt = 0; attempt < 4; attempt++) {
      const failure = await read(llm.stream!(request)).catch((reason) => reason)
      expect(failure).toMatchObject({ name: "ProviderError", retryable: true })
    }
    await server.close()
  })
})

describe("aiSdk names failures", () => {
  const apiError = (fields: object) => Object.assign(new Error("the secret document"), fields)

  it("by the client's own word on retries", async () => {
    const refused = apiError({ name: "AI_APICallError", statusCode: 429, isRetryable: false })
    const failure = await aiSdk(model(refused).made, options)
      .generate(request)
      .catch((reason) => reason)
    expect(failure).toMatchObject({
      name: "ProviderError",
      provider: "maker.chat",
      status: 429,
      retryable: false,
    })
    expect(failure.message).not.toContain("secret")
  })

  it.each([
    [400, { error: { message: "This model's maximum context length is 8192 tokens." } }],
    [400, { error: { message: "x", code: "context_length_exceeded" } }],
    [400, { type: "error", error: { type: "invalid_request_error", message: "prompt is too long: 9 > 8" } }],
    [413, {}],
  ])("a prompt that is too long, from %s %o", async (status, body) => {
    const server = await startOpenAIServer()
    server.script({ status, json: body })
    const llm = aiSdk(compatible({ apiKey: "key", baseUrl: server.url }).chatModel("chat-1"), options)
    await expect(llm.generate(request)).rejects.toMatchObject({ status, tooLong: true, retryable: false })
    await server.close()
  })

  it("a model that does not exist by its name, and the provider's code", async () => {
    const server = await startOpenAIServer()
    server.script(openAIError(404, "nothing", {}, "model_not_found"))
    const llm = aiSdk(compatible({ apiKey: "key", baseUrl: server.url }).chatModel("missing-1"), options)
    await expect(llm.generate(request)).rejects.toThrow(/"missing-1": 404 model_not_found/)
    await server.close()
  })

  it("an answer of another shape as one that may be retried, other errors by their kind only", async () => {
    const unread = aiSdk(model(apiError({ name: "AI_TypeValidationError" })).made, options)
    await expect(unread.generate(request)).rejects.toMatchObject({ status: 200, retryable: true })
    const noKey = aiSdk(model(apiError({ name: "AI_LoadAPIKeyError" })).made, options)
    await expect(noKey.generate(request)).rejects.toThrow(/\(AI_LoadAPIKeyError\)/)
    await expect(noKey.generate(request)).rejects.toMatchObject({ retryable: false })
  })
})

describe("aiSdkEmbedder and aiSdkReranker", () => {
  const embedding: EmbeddingModelV2<string> = {
    specificationVersion: "v2",
    provider: "maker",
    modelId: "e-1",
    maxEmbeddingsPerCall: 2,
    supportsParallelCalls: true,
    doEmbed: async ({ values, providerOptions }) => ({
      embeddings: values.map(() => [providerOptions?.maker?.task === "q" ? 1 : 0, 1]),
      usage: { tokens: 4 },
    }),
  }

  it("takes the model's own limit, and tells it the purpose", async () => {
    const embedder = aiSdkEmbedder(embedding, {
      dimensions: 2,
      providerOptions: { maker: { other: 1 } },
      purposeOptions: (purpose) => ({ maker: { task: purpose === "query" ? "q" : "d" } }),
    })
    expect(embedder).toMatchObject({ modelId: "e-1", dimensions: 2, maxBatchSize: 2 })
    const query = await embedder.embed({ texts: ["a"], purpose: "query" })
    expect(query).toEqual({ vectors: [[1, 1]], usage: { inputTokens: 4, outputTokens: 0 } })
    expect((await embedder.embed({ texts: ["a"], purpose: "document" })).vectors).toEqual([[0, 1]])
    await expect(embedder.embed({ texts: ["a", "b", "c"], purpose: "query" })).rejects.toThrow(/at most 2/)
  })

  it("names both lengths where the vectors have another", async () => {
    const embedder = aiSdkEmbedder(embedding, { dimensions: 3 })
    await expect(embedder.embed({ texts: ["a"], purpose: "query" })).rejects.toThrow(/length 2.*expected 3/)
  })

  it("asks for the limit where the model tells it later, and has none where the model has none", () => {
    const later = { ...embedding, maxEmbeddingsPerCall: Promise.resolve(5) }
    expect(() => aiSdkEmbedder(later, { dimensions: 2 })).toThrow(/maxBatchSize/)
    expect(aiSdkEmbedder(later, { dimensions: 2, maxBatchSize: 5 }).maxBatchSize).toBe(5)
    const free = { ...embedding, maxEmbeddingsPerCall: Number.POSITIVE_INFINITY }
    expect(aiSdkEmbedder(free, { dimensions: 2 }).maxBatchSize).toBeUndefined()
  })

  const reranking = (ranking: { index: number; relevanceScore: number }[]): RerankingModelV3 => ({
    specificationVersion: "v3",
    provider: "maker",
    modelId: "r-1",
    doRerank: async () => ({ ranking }),
  })
  const rerank = (...ranking: { index: number; relevanceScore: number }[]) =>
    aiSdkReranker(reranking(ranking)).rerank({ query: "q", texts: ["a", "b"], topN: 1 })

  it("sorts and cuts a ranking whose model did not", async () => {
    const { ranking } = await rerank({ index: 0, relevanceScore: 0.1 }, { index: 1, relevanceScore: 0.9 })
    expect(ranking).toEqual([{ index: 1, score: 0.9 }])
  })

  it.each([
    [[]],
    [[{ index: 2, relevanceScore: 1 }]],
    [[{ index: 0, relevanceScore: Number.NaN }]],
    [
      [
        { index: 0, relevanceScore: 1 },
        { index: 0, relevanceScore: 1 },
      ],
    ],
  ])("refuses the ranking %o", async (ranking) => {
    await expect(rerank(...ranking)).rejects.toMatchObject({ name: "InvalidOutputError" })
  })
})

describe("aiSdk refuses", () => {
  it.each([
    ["a name in place of a model", "openai/gpt-5"],
    ["nothing", undefined],
    ["a model of an unknown specification", { ...model(reply()).made, specificationVersion: "v9" }],
    ["a model of another kind", { specificationVersion: "v3", provider: "a", modelId: "b", doRerank() {} }],
  ])("%s", (_, given) => {
    expect(() => aiSdk(given as never, options)).toThrow(/Expected `model`/)
  })

  it("a missing context window, an unknown option and a request without a user", async () => {
    const { made } = model(reply())
    expect(() => aiSdk(made, {} as never)).toThrow(/contextWindow/)
    expect(() => aiSdk(made, { ...options, maxRetries: 3 } as never)).toThrow(/maxRetries/)
    const messages = [{ role: "system" as const, content: "rules" }]
    await expect(aiSdk(made, options).generate({ messages })).rejects.toThrow(/messages/)
  })
})
