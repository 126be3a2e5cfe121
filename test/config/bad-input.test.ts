import {
  type AgentOptions,
  type AskOptions,
  averageLinkage,
  cosineDistances,
  createCoordinator,
  createDocumentSearch,
  exportSet,
  InvalidArgumentError,
  importSet,
  type Limits,
  type PlanningOptions,
  packBatches,
  paperPreset,
  type RateLimit,
  type RetryOptions,
  recursiveSynthesize,
  runDocumentAgent,
  type SpdRagConfig,
  type StoredDocument,
  type SynthesisOptions,
  spdRag,
  splitText,
} from "spd-rag"
import { aiSdk, aiSdkEmbedder, aiSdkReranker } from "spd-rag/ai-sdk"
import { agenticRag, fullContext, normalRag } from "spd-rag/baselines"
import { fileCache, libsqlCache, memoryCache } from "spd-rag/cache"
import { cohereEmbedder, cohereReranker } from "spd-rag/cohere"
import { type LoadOptions, loadDocuments } from "spd-rag/files"
import { gemini, geminiEmbedder } from "spd-rag/gemini"
import { libsqlVectorStore } from "spd-rag/libsql"
import { localEmbedder, localLLM } from "spd-rag/local"
import { memoryVectorStore } from "spd-rag/memory"
import { offline, offlineAgent, offlineSynthesizer } from "spd-rag/offline"
import { postgresVectorStore } from "spd-rag/postgres"
import { qdrantVectorStore } from "spd-rag/qdrant"
import { faithfulMerger, fakeEmbedder, fakeLLM, fakeReranker, perfectReader } from "spd-rag/testing"
import { describe, expect, it } from "vitest"
import { codeWordModel } from "../support/model"

type Options = { readonly [name: string]: unknown }

/** Values that no option of the kind takes. */
const BAD = {
  count: ["5", Number.NaN, -1, 1.5, null, {}],
  amount: ["5", Number.NaN, -1, null, {}],
  positive: ["5", Number.NaN, -1, 0, null, {}],
  flag: ["yes", 1, Number.NaN, -1, null],
  text: [5, Number.NaN, -1, null, {}],
  choice: ["another", 5, Number.NaN, -1, null],
  call: ["name", 5, Number.NaN, -1, null, {}],
  plug: ["name", 5, Number.NaN, -1, null, {}],
  signal: ["name", 5, Number.NaN, -1, null, {}],
  temperature: ["hot", Number.NaN, -1, null, {}],
  group: ["name", 5, Number.NaN, -1, null, [], true],
  list: ["name", 5, Number.NaN, -1, null, {}, true],
  paths: [5, Number.NaN, -1, null, {}, [""], [5]],
  budget: ["5", Number.NaN, -2, 1.5, null, {}],
} satisfies { readonly [kind: string]: readonly unknown[] }

interface Entry {
  readonly name: string
  /** Called with the options of one row. */
  readonly run: (options: Options) => unknown
  /** Options that are fine. */
  readonly good: Options
  /** Kind of every option, by its path. */
  readonly options: { readonly [path: string]: keyof typeof BAD }
  /** The name of the options as a whole. @default "options" */
  readonly whole?: string
}

const llm = codeWordModel()
const embedder = fakeEmbedder()
const reranker = fakeReranker()
const vectorStore = memoryVectorStore()
const document: StoredDocument = { id: "d", title: "d", revision: "r", chunkCount: 1, tokens: 1 }
const plan = { tasks: ["t"], synthesisDirective: "s" }
const search = { document, search: async () => [], chunks: async () => [] }
const findings = {
  documentId: "d",
  title: "d",
  relevance: 1,
  report: "",
  answers: [],
  searches: [],
  stopReason: "finalized",
}
const model = {
  specificationVersion: "v3",
  provider: "p",
  modelId: "m",
  doGenerate: () => {},
  doStream: () => {},
  doEmbed: () => {},
  doRerank: () => {},
}
const prices = { "fake-llm": { inputPerMillionTokens: 1, outputPerMillionTokens: 1 } }

/** A kind for every option, so that a new one without its row does not compile. */
type Kinds<T> = { readonly [key in keyof Required<T>]: keyof typeof BAD }

const agentOptions = {
  maxSearches: "count",
  maxQueriesPerTurn: "count",
  readWholeTokens: "amount",
  repeatPassages: "flag",
  maxOutputTokens: "count",
  temperature: "temperature",
  prompt: "text",
  instructions: "text",
} as const satisfies Kinds<AgentOptions>
const synthesis = {
  maxBatchTokens: "count",
  maxOutputTokens: "count",
  packing: "choice",
  compactNotFound: "flag",
  quotesInMerges: "flag",
  mendAnswer: "flag",
  temperature: "temperature",
  prompt: "text",
  instructions: "text",
} as const satisfies Kinds<SynthesisOptions>
const planning = {
  prompt: "text",
  instructions: "text",
  maxOutputTokens: "count",
  temperature: "temperature",
} as const satisfies Kinds<PlanningOptions>
const retry = {
  maxAttempts: "count",
  attemptTimeoutMs: "positive",
  firstTokenTimeoutMs: "positive",
  tokenGapTimeoutMs: "positive",
  initialDelayMs: "amount",
  maxDelayMs: "amount",
  maxRetryAfterMs: "amount",
  maxWaitMs: "amount",
} as const satisfies Kinds<RetryOptions>
const rateLimit = {
  requestsPerMinute: "count",
  tokensPerMinute: "positive",
  concurrency: "count",
} as const satisfies Kinds<RateLimit>
const limits = {
  maxTokens: "positive",
  maxCost: "positive",
  maxCalls: "positive",
  maxDurationMs: "positive",
} as const satisfies Kinds<Limits>
const stageRun = { signal: "signal", calls: "plug", onEvent: "call" } as const
const under = <Kinds extends { readonly [name: string]: keyof typeof BAD }>(group: string, kinds: Kinds) =>
  Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [`${group}.${name}`, kind]))

const config = {
  llm: "plug",
  embedder: "plug",
  reranker: "plug",
  vectorStore: "plug",
  coordinator: "plug",
  agent: "call",
  synthesizer: "call",
  retrieval: "group",
  ...under("retrieval", {
    chunkTokens: "count",
    overlapTokens: "count",
    topK: "count",
    topN: "count",
    mode: "choice",
  }),
  routing: "group",
  "routing.minScore": "positive",
  coordinatorOptions: "group",
  ...under("coordinatorOptions", planning),
  agentOptions: "group",
  ...under("agentOptions", agentOptions),
  synthesis: "group",
  ...under("synthesis", synthesis),
  concurrency: "count",
  retry: "group",
  ...under("retry", retry),
  limits: "group",
  ...under("limits", limits),
  prices: "group",
  ...under('prices["fake-llm"]', {
    inputPerMillionTokens: "amount",
    outputPerMillionTokens: "amount",
    cachedInputPerMillionTokens: "amount",
    perBilledUnit: "amount",
  }),
  rateLimits: "group",
  ...under('rateLimits["fake-llm"]', rateLimit),
  cache: "plug",
  telemetry: "plug",
  instructions: "text",
  countTokens: "call",
  clock: "plug",
  random: "call",
} satisfies Kinds<SpdRagConfig> & Entry["options"]
const connection = { apiKey: "text", baseUrl: "text", timeoutMs: "positive", fetch: "call" } as const
const aiSdkOptions = {
  providerOptions: "group",
  headers: "group",
  timeoutMs: "positive",
  onWarning: "call",
} as const
const offlineReading = { threshold: "positive", maxQuotes: "count" } as const
const offlineWriting = { maxPassages: "count", maxPassageLength: "count", countTokens: "call" } as const
const local = { modelPath: "text", modelId: "text" } as const

const entries: readonly Entry[] = [
  {
    name: "spdRag",
    run: (options) => spdRag(options),
    good: { llm, prices },
    options: config,
    whole: "config",
  },
  {
    name: "spdRag with paperPreset",
    run: (options) => spdRag({ ...paperPreset, ...options } as SpdRagConfig),
    good: { llm, embedder },
    options: { concurrency: "count", "agentOptions.maxSearches": "count" },
    whole: "config",
  },
  ...([normalRag, agenticRag, fullContext] as const).map(
    (baseline): Entry => ({
      name: baseline.name,
      run: (options) => baseline(options),
      good: { llm, prices },
      options: {
        ...config,
        ...(baseline === fullContext
          ? { onOverflow: "choice", contextWindow: "positive" }
          : { topK: "count", topN: "count" }),
        ...(baseline === agenticRag && { maxSearches: "count" }),
      },
      whole: "config",
    }),
  ),
  {
    name: "ask",
    run: (options) => spdRag({ llm }).ask("What?", options),
    good: {},
    options: {
      documents: "group",
      where: "group",
      plan: "group",
      mode: "choice",
      signal: "signal",
      onEvent: "call",
      limits: "group",
      ...under("limits", limits),
      routing: "group",
      "routing.minScore": "positive",
    } satisfies Kinds<AskOptions> & Entry["options"],
  },
  {
    name: "stream",
    run: async (options) => {
      for await (const _ of spdRag({ llm }).stream("What?", options));
    },
    good: {},
    options: { documents: "group", signal: "signal", onEvent: "call", limits: "group", routing: "group" },
  },
  {
    name: "add",
    run: (options) => spdRag({ llm }).add([], options),
    good: {},
    options: { signal: "signal", onEvent: "call" },
  },
  {
    name: "sync",
    run: (options) => spdRag({ llm }).sync([], options),
    good: {},
    options: { signal: "signal", onEvent: "call", keep: "call" },
  },
  {
    name: "remove",
    run: (options) => spdRag({ llm }).remove("d", options),
    good: {},
    options: { signal: "signal" },
  },
  {
    name: "documents",
    run: async (options) => {
      for await (const _ of spdRag({ llm }).documents(options));
    },
    good: {},
    options: { where: "group", signal: "signal" },
  },
  {
    name: "get",
    run: (options) => spdRag({ llm }).get("d", options),
    good: {},
    options: { signal: "signal" },
  },
  {
    name: "exportSet",
    run: async (options) => {
      for await (const _ of exportSet(spdRag({ llm }), options));
    },
    good: {},
    options: { signal: "signal" },
  },
  {
    name: "importSet",
    run: (options) => importSet(spdRag({ llm }), [], options),
    good: {},
    options: { signal: "signal" },
  },
  {
    name: "createCoordinator",
    run: (options) => createCoordinator(options as never),
    good: { llm },
    options: { llm: "plug", ...planning },
  },
  {
    name: "runDocumentAgent",
    run: (options) => runDocumentAgent(options as never),
    good: { llm, document, plan, question: "q", search },
    options: {
      ...agentOptions,
      ...stageRun,
      llm: "plug",
      document: "group",
      plan: "group",
      question: "text",
      search: "plug",
      countTokens: "call",
    },
  },
  {
    name: "recursiveSynthesize",
    run: (options) => recursiveSynthesize(options as never),
    good: { llm, question: "q", directive: "d", findings: [findings] },
    options: {
      ...synthesis,
      ...stageRun,
      llm: "plug",
      question: "text",
      directive: "text",
      plan: "group",
      embedder: "plug",
      countTokens: "call",
      concurrency: "count",
    },
  },
  {
    name: "createDocumentSearch",
    run: (options) => createDocumentSearch(options as never),
    good: { document, vectorStore, embedder },
    options: {
      document: "group",
      vectorStore: "plug",
      embedder: "plug",
      reranker: "plug",
      topK: "count",
      topN: "count",
      mode: "choice",
      onRerankError: "call",
    },
  },
  {
    name: "splitText",
    run: (options) => splitText("text", options),
    good: {},
    options: { chunkTokens: "count", overlapTokens: "count", countTokens: "call" },
  },
  {
    name: "packBatches",
    whole: "request",
    run: (options) => packBatches(options as never),
    good: { tokens: [1], dendrogram: { merges: [] }, budget: 5 },
    options: { tokens: "list", dendrogram: "group", budget: "positive", rule: "choice" },
  },
  {
    name: "averageLinkage",
    run: (options) => averageLinkage([[0]], options),
    good: {},
    options: { signal: "signal" },
  },
  {
    name: "cosineDistances",
    run: (options) => cosineDistances([[1]], options),
    good: {},
    options: { signal: "signal" },
  },
  {
    name: "gemini",
    run: (options) => gemini(options as never),
    good: { model: "m", apiKey: "k" },
    options: {
      ...connection,
      model: "text",
      contextWindow: "count",
      thinkingBudget: "budget",
      thinkingLevel: "choice",
      apiVersion: "text",
    },
  },
  {
    name: "geminiEmbedder",
    run: (options) => geminiEmbedder(options),
    good: { apiKey: "k" },
    options: { ...connection, model: "text", dimensions: "count", apiVersion: "text" },
  },
  {
    name: "cohereEmbedder",
    run: (options) => cohereEmbedder(options),
    good: { apiKey: "k" },
    options: { ...connection, model: "text", dimensions: "count", truncate: "choice" },
  },
  {
    name: "cohereReranker",
    run: (options) => cohereReranker(options),
    good: { apiKey: "k" },
    options: { ...connection, model: "text", maxTokensPerText: "count" },
  },
  {
    name: "aiSdk",
    run: (options) => aiSdk(model as never, options as never),
    good: { contextWindow: 1_000 },
    options: { ...aiSdkOptions, contextWindow: "count", jsonSchema: "choice" },
  },
  {
    name: "aiSdkEmbedder",
    run: (options) => aiSdkEmbedder(model as never, options as never),
    good: { dimensions: 3 },
    options: {
      ...aiSdkOptions,
      dimensions: "count",
      maxBatchSize: "count",
      maxBatchTokens: "count",
      purposeOptions: "call",
    },
  },
  {
    name: "aiSdkReranker",
    run: (options) => aiSdkReranker(model as never, options),
    good: {},
    options: aiSdkOptions,
  },
  {
    name: "localLLM",
    run: (options) => localLLM(options as never),
    good: { modelPath: "m.gguf" },
    options: {
      ...local,
      contextWindow: "count",
      sequences: "count",
      maxWaiting: "count",
      thinkingBudget: "count",
      repeatPenalty: "positive",
    },
  },
  {
    name: "localEmbedder",
    run: (options) => localEmbedder(options as never),
    good: { modelPath: "m.gguf", dimensions: 3 },
    options: {
      ...local,
      dimensions: "count",
      contextWindow: "count",
      prefixes: "group",
      maxBatchSize: "count",
    },
  },
  {
    name: "libsqlVectorStore",
    run: (options) => libsqlVectorStore(options),
    good: { url: "file:x.db" },
    options: { url: "text", authToken: "text", client: "plug", busyTimeoutMs: "amount" },
  },
  {
    name: "postgresVectorStore",
    run: (options) => postgresVectorStore(options as never),
    good: { client: { query: async () => [] }, hnsw: { dimensions: 3 } },
    options: { client: "plug", schema: "text", hnsw: "group", "hnsw.dimensions": "count" },
  },
  {
    name: "memoryCache",
    run: (options) => memoryCache(options),
    good: {},
    options: { maxBytes: "count" },
  },
  {
    name: "fileCache",
    run: (options) => fileCache(options as never),
    good: { folder: "calls" },
    options: { folder: "text", maxBytes: "count" },
  },
  {
    name: "libsqlCache",
    run: (options) => libsqlCache(options),
    good: { url: "file:x.db" },
    options: { url: "text", authToken: "text", client: "plug", busyTimeoutMs: "amount", maxBytes: "count" },
  },
  {
    name: "loadDocuments",
    run: async (options) => {
      for await (const _ of loadDocuments([], options));
    },
    good: {},
    options: {
      include: "paths",
      exclude: "paths",
      documentId: "choice",
      onError: "call",
      onListed: "call",
      missingPackages: "choice",
      maxFileBytes: "count",
      parsers: "group",
      'parsers[".msg"]': "call",
      encoding: "text",
      includeHidden: "flag",
      parseTimeoutMs: "count",
      signal: "signal",
    } satisfies Kinds<LoadOptions> & Entry["options"],
  },
  {
    name: "offline",
    run: (options) => offline(options),
    good: {},
    options: { ...offlineReading, ...offlineWriting },
  },
  { name: "offlineAgent", run: (options) => offlineAgent(options), good: {}, options: offlineReading },
  {
    name: "offlineSynthesizer",
    run: (options) => offlineSynthesizer(options),
    good: {},
    options: offlineWriting,
  },
  {
    name: "fakeLLM",
    run: (options) => fakeLLM(options as never),
    good: { reply: () => "yes" },
    options: {
      reply: "call",
      modelId: "text",
      contextWindow: "positive",
      streamPieces: "count",
      delayMs: "amount",
      clock: "plug",
      countTokens: "call",
    },
  },
  {
    name: "fakeEmbedder",
    run: (options) => fakeEmbedder(options),
    good: {},
    options: {
      dimensions: "count",
      modelId: "text",
      maxBatchSize: "positive",
      maxBatchTokens: "positive",
      onCall: "call",
    },
  },
  {
    name: "fakeReranker",
    run: (options) => fakeReranker(options),
    good: {},
    options: { modelId: "text", onCall: "call" },
  },
  {
    name: "perfectReader",
    run: (options) => perfectReader(options as never),
    good: { factOf: () => undefined },
    options: { factOf: "call", maxSearches: "count" },
  },
  {
    name: "faithfulMerger",
    run: (options) => faithfulMerger(options),
    good: {},
    options: { contextWindow: "positive", countTokens: "call" },
  },
  {
    name: "qdrantVectorStore",
    run: (options) => qdrantVectorStore(options as never),
    good: { url: "http://localhost:6333", collection: "c" },
    options: {
      url: "text",
      apiKey: "text",
      collection: "text",
      dimensions: "count",
      collectionConfig: "group",
      headers: "group",
      fetch: "call",
      maxBatchSize: "count",
      maxBatchBytes: "count",
    },
  },
]

/** The options with one of them, at a path, replaced. */
function withValue(good: Options, path: string, value: unknown): Options {
  const names = [...path.matchAll(/\["(.+?)"\]|([^.[\]]+)/g)].map(([, quoted, plain]) => (quoted ?? plain)!)
  const set = (into: Options, [name, ...rest]: readonly string[]): Options => ({
    ...into,
    [name!]: rest.length === 0 ? value : set((into[name!] ?? {}) as Options, rest),
  })
  return set(good, names)
}

async function failureOf(run: () => unknown): Promise<unknown> {
  try {
    await run()
    return undefined
  } catch (error) {
    return error
  }
}

/** Options of which 0, or an object, means something. */
const TAKEN: { readonly [path: string]: readonly unknown[] } = {
  "agentOptions.readWholeTokens": [1.5],
}

const cases = entries.flatMap(({ options, ...entry }) =>
  Object.entries(options).map(([path, kind]) => ({ entry, path, values: BAD[kind] as readonly unknown[] })),
)

describe("an option that makes no sense", () => {
  it.each(cases.map((one) => [one.entry.name, one.path, one] as const))(
    "is refused by its path: %s, %s",
    async (_, path, { entry, values }) => {
      for (const value of values.filter((one) => TAKEN[path]?.includes(one) !== true)) {
        const error = await failureOf(() => entry.run(withValue(entry.good, path, value)))
        const seen = `${path}: ${String(value)} (${typeof value})`
        expect(error, seen).toBeInstanceOf(InvalidArgumentError)
        const { argument, message } = error as InvalidArgumentError
        expect(argument.startsWith(path), `${seen} as ${argument}`).toBe(true)
        expect(message).toMatch(/^Expected `[^`]+` to be .+, got .+\.$/)
      }
      expect(llm.calls).toHaveLength(0)
      expect(embedder.calls).toHaveLength(0)
      expect(reranker.calls).toHaveLength(0)
    },
  )

  it.each(entries.map((entry) => [entry.name, entry] as const))(
    "is refused where nobody knows it, and its value is not shown: %s",
    async (_, { run, good, whole = "options" }) => {
      const error = await failureOf(() => run({ ...good, apiKye: "sk-secret" }))
      expect(error).toBeInstanceOf(InvalidArgumentError)
      expect((error as InvalidArgumentError).argument).toBe(`${whole}.apiKye`)
      expect(`${(error as Error).message}${JSON.stringify(error)}`).not.toContain("sk-secret")
    },
  )

  it.each(entries.map((entry) => [entry.name, entry] as const))(
    "is a list of options that is none: %s",
    async (_, { run }) => {
      for (const value of ["text", 5, null, []]) {
        // A list is a fake model's script.
        if (run === entries.find(({ name }) => name === "fakeLLM")?.run && Array.isArray(value)) continue
        const error = await failureOf(() => run(value as never))
        expect(error, String(value)).toBeInstanceOf(InvalidArgumentError)
      }
    },
  )

  it("a group inside the config is refused where nobody knows an option of it", async () => {
    const groups = Object.entries(config).filter(([, kind]) => kind === "group")
    for (const [group] of groups.filter(([path]) => path !== "prices" && path !== "rateLimits")) {
      const error = await failureOf(() => spdRag({ llm, [group]: { minScore: 0.5, nonsense: 1 } }))
      expect((error as InvalidArgumentError).argument, group).toMatch(new RegExp(`^${group}\\.`))
    }
  })
})

describe("a mistake that is often made gets a sentence that says what to write", () => {
  it.each<[string, () => unknown, string, RegExp]>([
    ["a model's name", () => spdRag({ llm: "gpt-5" as never }), "llm", /made by an adapter.*aiSdk/],
    ["an AI SDK model", () => spdRag({ llm: model as never }), "llm", /write aiSdk\(model/],
    [
      "an AI SDK embedder",
      () => spdRag({ llm, embedder: { doEmbed: () => {} } as never }),
      "embedder",
      /aiSdkEmbedder/,
    ],
    [
      "an empty store",
      () => spdRag({ llm, vectorStore: {} as never }),
      "vectorStore",
      /put, get, chunks, search, delete, list/,
    ],
    ["an empty coordinator", () => spdRag({ llm, coordinator: {} as never }), "coordinator", /plan missing/],
    ["no model", () => spdRag({}), "llm", /spd-rag\/offline/],
    ["no model of one stage", () => spdRag({ llm: { agent: llm } }), "llm.coordinator", /no coordinator/],
    [
      "a misspelt stage",
      () => spdRag({ llm: { agent: llm, coordinater: llm } as never }),
      "llm.coordinater",
      /left out: known are coordinator, agent, synthesizer/,
    ],
    [
      "a name for aiSdk",
      () => aiSdk("openai/gpt-5" as never, { contextWindow: 1_000 }),
      "model",
      /provider.*not a name/,
    ],
    [
      "misspelt prices",
      () => spdRag({ llm, prices: { m: { input: 1 } as never } }),
      'prices["m"].input',
      /inputPerMillionTokens/,
    ],
    [
      "a price without its input",
      () => spdRag({ llm, prices: { m: { outputPerMillionTokens: 1 } as never } }),
      'prices["m"].inputPerMillionTokens',
      /a finite number/,
    ],
    [
      "embeddings asked of no embedder",
      () => spdRag({ llm, retrieval: { mode: "dense" } }),
      "embedder",
      /given/,
    ],
  ])("%s", async (_, run, argument, message) => {
    const error = await failureOf(run)
    expect(error).toBeInstanceOf(InvalidArgumentError)
    expect((error as InvalidArgumentError).argument).toBe(argument)
    expect((error as Error).message).toMatch(message)
  })
})
