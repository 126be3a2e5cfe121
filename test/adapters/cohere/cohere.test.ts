import { CohereClientV2 } from "cohere-ai"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { type CohereClient, cohereEmbedder, cohereReranker } from "../../../src/adapters/cohere"
import type { FaultServer } from "../kit/fault-server"
import { cohereError, startCohereServer } from "./server"

const apiKey = "key-1"
let server: FaultServer
beforeAll(async () => {
  // The SDK warns of answers of another shape than it knows.
  vi.spyOn(console, "warn").mockImplementation(() => {})
  server = await startCohereServer()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
})

const embedder = (options = {}) => cohereEmbedder({ apiKey, baseUrl: server.url, ...options })
const reranker = (options = {}) => cohereReranker({ apiKey, baseUrl: server.url, ...options })
const sent = () => server.requests.at(-1)!

describe("cohereEmbedder", () => {
  it.each([
    ["document", "search_document"],
    ["query", "search_query"],
    ["clustering", "clustering"],
  ] as const)("sends the purpose %s as %s, and refuses rather than cuts", async (purpose, input_type) => {
    await embedder().embed({ texts: ["a", "b"], purpose })
    expect(sent().url).toBe("/v2/embed")
    expect(sent().headers.authorization).toBe(`Bearer ${apiKey}`)
    expect(sent().body).toEqual({
      model: "embed-v4.0",
      input_type,
      embedding_types: ["float"],
      output_dimension: 1_536,
      texts: ["a", "b"],
      truncate: "NONE",
    })
  })

  it.each([1, 95, 96])("sends %i texts in one request", async (count) => {
    const before = server.requests.length
    const texts = Array.from({ length: count }, (_, at) => `text ${at}`.repeat(200))
    expect((await embedder({ dimensions: 256 }).embed({ texts, purpose: "document" })).vectors).toHaveLength(
      count,
    )
    expect(server.requests.length - before).toBe(1)
  })

  it("refuses more texts than the service takes, before the call", async () => {
    const before = server.requests.length
    const call = embedder().embed({ texts: Array(97).fill("a"), purpose: "document" })
    await expect(call).rejects.toMatchObject({ name: "InvalidArgumentError", argument: "texts" })
    expect(server.requests.length).toBe(before)
  })

  it("reports the billed tokens, and nothing where the service tells none", async () => {
    const { usage } = await embedder().embed({ texts: ["12345678"], purpose: "query" })
    expect(usage).toEqual({ inputTokens: 2, outputTokens: 0 })
    server.script({ json: { id: "e", embeddings: { float: [Array(256).fill(1)] }, texts: ["a"] } })
    expect(await embedder({ dimensions: 256 }).embed({ texts: ["a"], purpose: "query" })).not.toHaveProperty(
      "usage",
    )
  })

  it("asks an older model for its own dimensions only", async () => {
    await embedder({ model: "embed-english-v3.0", dimensions: 1_024 }).embed({
      texts: ["a"],
      purpose: "query",
    })
    expect(sent().body).not.toHaveProperty("output_dimension")
  })

  it.each([
    ["too few vectors", []],
    ["a vector of another length", [[1, 2]]],
    ["a value that is no number", [Array(256).fill(null)]],
  ])("refuses %s", async (_, float) => {
    server.script({ json: { id: "e", embeddings: { float }, texts: ["a"] } })
    const call = embedder({ dimensions: 256 }).embed({ texts: ["a"], purpose: "query" })
    await expect(call).rejects.toMatchObject({ name: "InvalidOutputError", reason: "malformed" })
  })
})

describe("cohereReranker", () => {
  const answer = (results: unknown) => {
    server.script({ json: { id: "r", results } })
    return reranker().rerank({ query: "q", texts: ["a", "b", "c"], topN: 2 })
  }

  it("sends what is asked, and no more entries than there are texts", async () => {
    await reranker({ maxTokensPerText: 1_000 }).rerank({ query: "q", texts: ["a", "b"], topN: 5 })
    expect(sent().url).toBe("/v2/rerank")
    expect(sent().body).toEqual({
      model: "rerank-v4.0-fast",
      query: "q",
      documents: ["a", "b"],
      top_n: 2,
      max_tokens_per_doc: 1_000,
    })
  })

  it("reports search units", async () => {
    const { usage } = await reranker().rerank({ query: "q", texts: ["a"], topN: 1 })
    expect(usage).toEqual({ inputTokens: 0, outputTokens: 0, billedUnits: 1 })
  })

  it("puts the best first whatever the order of the answer, and takes fewer entries than asked", async () => {
    const mixed = [
      { index: 2, relevance_score: 0.1 },
      { index: 0, relevance_score: 0.9 },
    ]
    expect((await answer(mixed)).ranking.map(({ index }) => index)).toEqual([0, 2])
    expect((await answer(mixed.slice(1))).ranking).toEqual([{ index: 0, score: 0.9 }])
  })

  it.each([
    ["an index out of range", [{ index: 3, relevance_score: 1 }]],
    ["a negative index", [{ index: -1, relevance_score: 1 }]],
    ["an index that is no number", [{ index: "0", relevance_score: 1 }]],
    [
      "a repeated index",
      [
        { index: 0, relevance_score: 1 },
        { index: 0, relevance_score: 0.5 },
      ],
    ],
    ["a score that is no number", [{ index: 0, relevance_score: null }]],
    ["an entry that is null", [null]],
    ["no entry", []],
    ["more entries than asked", [0, 1, 2].map((index) => ({ index, relevance_score: 1 }))],
  ])("refuses %s", async (_, results) => {
    await expect(answer(results)).rejects.toMatchObject({ name: "InvalidOutputError", reason: "malformed" })
  })

  it("calls nobody for no text, and refuses a topN of 0", async () => {
    const before = server.requests.length
    expect(await reranker().rerank({ query: "q", texts: [], topN: 3 })).toEqual({ ranking: [] })
    const none = reranker().rerank({ query: "q", texts: ["a"], topN: 0 })
    await expect(none).rejects.toMatchObject({ name: "InvalidArgumentError", argument: "topN" })
    expect(server.requests.length).toBe(before)
  })
})

describe("options of Cohere", () => {
  it.each<[string, object]>([
    ["apiKey", { apiKey: undefined }],
    ["apiKey", { apiKey: ["bad key"] }],
    ["apiKey", { apiKey, client: {} }],
    ["baseUrl", { baseUrl: "ftp://host" }],
    ["model", { model: "two words" }],
    ["dimensions", { dimensions: 768 }],
    ["truncate", { truncate: "MIDDLE" }],
    ["timeoutMs", { timeoutMs: Number.NaN }],
    ["options.token", { token: "secret-9" }],
  ])("%s that makes no sense is refused at once: %j", (argument, options) => {
    let error: unknown
    try {
      cohereEmbedder({ apiKey, ...options } as never)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toMatchObject({ name: "InvalidArgumentError", argument })
    expect(String(error)).not.toMatch(/bad key|secret-9|key-1/)
  })

  it("no key is read from the environment", () => {
    vi.stubEnv("CO_API_KEY", "other")
    expect(() => cohereReranker()).toThrow("apiKey")
    vi.unstubAllEnvs()
  })

  it("a prefix of the address is kept", async () => {
    await reranker({ baseUrl: `${server.url}/proxy/` }).rerank({ query: "q", texts: ["a"], topN: 1 })
    expect(sent().url).toBe("/proxy/v2/rerank")
  })

  it("a client of the user's is used as it is, without its retries", async () => {
    const client: CohereClient = new CohereClientV2({
      token: "own",
      environment: server.url,
      timeoutInSeconds: 60,
    })
    const own = cohereReranker({ client, timeoutMs: 60_000 })
    expect((await own.rerank({ query: "q", texts: ["a"], topN: 1 })).ranking).toHaveLength(1)
    expect(sent().headers.authorization).toBe("Bearer own")
    const before = server.requests.length
    server.script(
      cohereError(429, "slow down", { "retry-after": "4" }),
      { fault: "reset" },
      { fault: "invalid-json" },
    )
    const call = () => own.rerank({ query: "q", texts: ["a"], topN: 1 })
    await expect(call()).rejects.toMatchObject({ status: 429, retryable: true, retryAfterMs: 4_000 })
    await expect(call()).rejects.toMatchObject({ name: "ProviderError", retryable: true })
    await expect(call()).rejects.toMatchObject({ name: "ProviderError", retryable: true, status: 200 })
    expect(server.requests.length - before).toBe(3)
  })
})
