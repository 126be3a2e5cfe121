import type {
  CallCache,
  Coordinator,
  DocumentSearch,
  Embedder,
  LLM,
  Reranker,
  RunEvent,
  StageCalls,
  StageRun,
  Telemetry,
  TraceCarrier,
  VectorStore,
  Warning,
} from "../../contracts"
import { InvalidArgumentError } from "../../errors"
import type { Clock } from "../clock"
import { type Check, type Checks, isRecord, optional } from "./options"
import { abortSignal, callable, filledText, integerFrom, positive } from "./values"

/** An object known by its methods. */
export function plug<T>(what: string, methods: readonly (keyof T & string)[]): Check<T> {
  return (value, path) => {
    const missing = isRecord(value) ? methods.filter((name) => typeof value[name] !== "function") : methods
    if (missing.length === 0) return value as T
    const shape = `${what}: an object with the method${methods.length > 1 ? "s" : ""} ${methods.join(", ")}`
    const lacks = isRecord(value) ? ` (${missing.join(", ")} missing)` : ""
    throw new InvalidArgumentError(path, value, `${shape}${lacks}`)
  }
}

/** An optional ability that is there is a function. */
function checkAbility(value: unknown, name: string, path: string): void {
  const ability = (value as Record<string, unknown>)[name]
  if (ability === undefined || typeof ability === "function") return
  throw new InvalidArgumentError(`${path}.${name}`, ability, "a function, or left out")
}

const modelName = filledText("a model's name")

/** What is often given in place of a plug, and what to write instead. */
function refuseRaw(value: unknown, path: string, what: string, method: string, wrap: string): void {
  if (typeof value === "string") {
    throw new InvalidArgumentError(path, value, `${what} made by an adapter, for example ${wrap}, not a name`)
  }
  if (isRecord(value) && typeof value[method] === "function") {
    throw new InvalidArgumentError(path, value, `${what}; write ${wrap} of spd-rag/ai-sdk around this model`)
  }
}

export const llmPlug: Check<LLM> = (value, path) => {
  refuseRaw(value, path, "an LLM", "doGenerate", "aiSdk(model, { contextWindow })")
  const llm = plug<LLM>("an LLM", ["generate"])(value, path)
  checkAbility(llm, "stream", path)
  modelName(llm.modelId, `${path}.modelId`)
  positive(llm.contextWindow, `${path}.contextWindow`)
  return llm
}

export const embedderPlug: Check<Embedder> = (value, path) => {
  refuseRaw(value, path, "an embedder", "doEmbed", "aiSdkEmbedder(model, { dimensions })")
  const embedder = plug<Embedder>("an embedder", ["embed"])(value, path)
  modelName(embedder.modelId, `${path}.modelId`)
  integerFrom(1)(embedder.dimensions, `${path}.dimensions`)
  for (const limit of ["maxBatchSize", "maxBatchTokens"] as const) {
    if (embedder[limit] !== undefined) positive(embedder[limit], `${path}.${limit}`)
  }
  return embedder
}

export const rerankerPlug: Check<Reranker> = (value, path) => {
  refuseRaw(value, path, "a reranker", "doRerank", "aiSdkReranker(model)")
  const reranker = plug<Reranker>("a reranker", ["rerank"])(value, path)
  modelName(reranker.modelId, `${path}.modelId`)
  return reranker
}

const storeAbilities = [
  "searchByDocument",
  "nearestByDocument",
  "embeddedChunks",
  "getInfo",
  "setInfo",
] as const satisfies readonly (keyof VectorStore)[]

export const vectorStorePlug: Check<VectorStore> = (value, path) => {
  const methods = ["put", "get", "chunks", "search", "delete", "list"] as const
  const store = plug<VectorStore>("a vector store", methods)(value, path)
  for (const ability of storeAbilities) checkAbility(store, ability, path)
  return store
}

export const coordinatorPlug: Check<Coordinator> = plug("a coordinator", ["plan"])

export const searchPlug: Check<DocumentSearch> = plug("a search", ["search", "chunks"])

/** What a run hands to its stages, where there is one. */
export const stageRunChecks: Checks<StageRun> = {
  signal: optional(abortSignal),
  calls: optional(plug<StageCalls>("a run's calls", ["llm", "embedder", "reranker"])),
  onEvent: optional(callable<(event: RunEvent) => void>()),
  warn: optional(callable<(warning: Warning) => void>()),
  traceCarrier: optional(callable<() => TraceCarrier>()),
}

export const cachePlug: Check<CallCache> = plug("a cache", ["get", "set"])

export const telemetryPlug: Check<Telemetry> = plug("what openTelemetry of spd-rag/telemetry gives", [
  "startRun",
])

export const clockPlug: Check<Clock> = plug("a clock", ["now", "sleep"])
