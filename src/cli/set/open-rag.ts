import { type LLM, type SpdRag, type SpdRagConfig, spdRag, type VectorStore } from "spd-rag"
import { UsageError } from "../errors"
import type { CommandHost } from "../host"
import type { OpenedModel } from "../model/model"
import { openModel } from "../model/open-model"
import { createSpendingMeter, type Spending } from "../model/spending"
import type { ModelNames } from "../sentence"
import type { Settings } from "../settings/settings"
import { keptCalls } from "./kept-calls"

export interface OpenedRag {
  readonly rag: SpdRag
  /** Undefined: offline, or a model of the config file's own. */
  readonly names: ModelNames | undefined
  readonly isOffline: boolean
  spent(): Spending
  dispose(): Promise<void>
}

/**
 * The library, set up as the flags and the config file say: with the model named, with those of `rag.llm`, or offline.
 *
 * @throws UsageError before anything is sent
 */
export async function openRag(
  settings: Settings,
  vectorStore: VectorStore | undefined,
  { env, cwd }: CommandHost,
): Promise<OpenedRag> {
  const { rag, model: name, maxCost } = settings
  const opened = name === undefined ? undefined : await openModel(name, { ...settings, env, cwd })
  const isOffline = opened === undefined && rag.llm === undefined
  const prices = {
    ...(opened?.price && { [opened.llm.modelId]: opened.price }),
    ...settings.prices,
    ...rag.prices,
  }
  if (opened !== undefined && maxCost !== undefined && prices[opened.llm.modelId] === undefined) {
    const { modelId } = opened.llm
    throw new UsageError(
      `--max-cost needs the price of ${modelId}: put it into the config file, { "prices": { "${modelId}": { "inputPerMillionTokens": ..., "outputPerMillionTokens": ... } } }.`,
    )
  }
  const meter = createSpendingMeter(prices)
  const base: SpdRagConfig = {
    ...(isOffline ? (await import("spd-rag/offline")).offline() : {}),
    ...(opened && modelConfig(opened, meter.metered(opened.llm))),
    ...rag,
  }
  const limits = maxCost === undefined ? rag.limits : { ...rag.limits, maxCost }
  const config: SpdRagConfig = {
    ...base,
    vectorStore: vectorStore ?? rag.vectorStore,
    concurrency: settings.concurrency ?? base.concurrency,
    limits,
    prices,
    cache: rag.cache ?? (isOffline ? undefined : await keptCalls(settings.folder, settings.resume)),
  }
  return {
    rag: spdRag(config),
    names: opened?.names,
    isOffline,
    spent: meter.spent,
    dispose: async () => opened?.dispose?.(),
  }
}

/** Below this many tokens the usual room for an answer would leave none for what it is made of. */
const smallWindow = 32_768

function modelConfig({ concurrency, attemptTimeoutMs }: OpenedModel, llm: LLM): SpdRagConfig {
  return {
    llm,
    concurrency,
    ...(attemptTimeoutMs !== undefined && { retry: { attemptTimeoutMs } }),
    ...(llm.contextWindow < smallWindow && {
      synthesis: { maxOutputTokens: Math.floor(llm.contextWindow / 4) },
    }),
  }
}
