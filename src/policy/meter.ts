import type {
  CallOrigin,
  CallRecord,
  ModelPrice,
  Prices,
  Stage,
  TokenUsage,
  UsageReport,
  UsageTotals,
} from "../contracts"

type Sums = { -readonly [K in keyof UsageTotals]: UsageTotals[K] }

/** Adds up what a run's calls used, by stage, by model and by document. */
export interface Meter {
  /** One attempt that was sent; without usage where it failed or the provider reports none. */
  record(origin: CallOrigin, modelId: string, usage: TokenUsage | undefined): void
  /** One call that a cache answered. */
  recordCached(modelId: string, usage: TokenUsage | undefined): void
  /** The first is kept. */
  cacheFailed(message: string): void
  report(): UsageReport
}

/**
 * @param hasCache whether its part is reported, also where it answered nothing
 * @param onCall told of each call
 */
export function createMeter(prices: Prices, hasCache = false, onCall?: (call: CallRecord) => void): Meter {
  const total = zero()
  const byStage = new Map<Stage, Sums>()
  const byModel = new Map<string, Sums>()
  const byDocument = new Map<string, Sums>()
  const shared = zero()
  const cached = zero()
  let cacheFailure: string | undefined
  let lowerBound = false
  const add = (modelId: string, usage: TokenUsage | undefined, ...all: readonly Sums[]) => {
    const cost = costOf(usage, prices[modelId])
    for (const sums of all) {
      sums.calls += 1
      sums.inputTokens += usage?.inputTokens ?? 0
      sums.outputTokens += usage?.outputTokens ?? 0
      sums.cachedInputTokens += usage?.cachedInputTokens ?? 0
      sums.cost += cost
    }
  }
  return {
    record({ stage, documentId }, modelId, usage) {
      lowerBound ||= usage === undefined
      const served = documentId === undefined ? shared : entry(byDocument, documentId)
      add(modelId, usage, total, entry(byStage, stage), entry(byModel, modelId), served)
      onCall?.({ stage, documentId, modelId, usage })
    },
    recordCached(modelId, usage) {
      add(modelId, usage, cached)
      onCall?.({ modelId, usage, fromCache: true })
    },
    cacheFailed(message) {
      cacheFailure ??= message
    },
    report: () => ({
      ...total,
      lowerBound,
      unpricedModels: [...byModel.keys()].filter((modelId) => prices[modelId] === undefined).sort(),
      byStage: copyOf(byStage),
      byModel: copyOf(byModel),
      byDocument: copyOf(byDocument),
      shared: { ...shared },
      ...((hasCache || cached.calls > 0) && {
        fromCache: { ...cached, ...(cacheFailure && { failure: cacheFailure }) },
      }),
    }),
  }
}

/** Cost of one call; 0 without usage or price. */
export function costOf(usage: TokenUsage | undefined, price: ModelPrice | undefined): number {
  if (usage === undefined || price === undefined) return 0
  const cached = usage.cachedInputTokens ?? 0
  return (
    ((usage.inputTokens - cached) * price.inputPerMillionTokens +
      cached * (price.cachedInputPerMillionTokens ?? price.inputPerMillionTokens) +
      usage.outputTokens * (price.outputPerMillionTokens ?? 0)) /
      1e6 +
    (usage.billedUnits ?? 0) * (price.perBilledUnit ?? 0)
  )
}

function copyOf(sums: ReadonlyMap<string, Sums>): { readonly [name: string]: UsageTotals } {
  return Object.fromEntries([...sums].map(([name, totals]) => [name, { ...totals }]))
}

function zero(): Sums {
  return { calls: 0, inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cost: 0 }
}

function entry<Key>(map: Map<Key, Sums>, key: Key): Sums {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = zero()
  map.set(key, made)
  return made
}
