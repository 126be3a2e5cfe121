import type { EstimatedTotals, ModelPrice, Prices, Stage } from "../../contracts"
import { costOf } from "../../policy/meter"

/** One side of an estimate: what some calls of one model use, at least or at most. */
export interface Use {
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Part of the input that a provider's own cache may serve: the beginning that many calls have in common. */
  readonly sharedTokens?: number
  /** What a provider bills by, where that is no token. */
  readonly billedUnits?: number
}

export const nothing: Use = { calls: 0, inputTokens: 0, outputTokens: 0 }

/** Adds up both sides by stage. */
export interface Tally {
  add(stage: Stage, modelId: string, least: Use, most: Use): void
  totals(): EstimatedTotals
  byStage(): { readonly [stage in Stage]?: EstimatedTotals }
  unpricedModels(): readonly string[]
}

type Side = { calls: number; inputTokens: number; outputTokens: number; cost: number }
type Sums = { readonly least: Side; readonly most: Side }

export function createTally(prices: Prices): Tally {
  const total = empty()
  const stages = new Map<Stage, Sums>()
  const models = new Set<string>()
  const put = (side: Side, use: Use, price: ModelPrice | undefined, cachedInputTokens: number) => {
    side.calls += use.calls
    side.inputTokens += use.inputTokens
    side.outputTokens += use.outputTokens
    side.cost += costOf({ ...use, cachedInputTokens }, price)
  }
  return {
    add(stage, modelId, least, most) {
      if (most.calls === 0) return
      models.add(modelId)
      const sums = stages.get(stage) ?? empty()
      stages.set(stage, sums)
      for (const { least: low, most: high } of [total, sums]) {
        put(low, least, prices[modelId], least.sharedTokens ?? 0)
        put(high, most, prices[modelId], 0)
      }
    },
    totals: () => rangesOf(total),
    byStage: () => Object.fromEntries([...stages].map(([stage, sums]) => [stage, rangesOf(sums)])),
    unpricedModels: () => [...models].filter((modelId) => prices[modelId] === undefined).sort(),
  }
}

/** Both uses together. */
export function plus(a: Use, b: Use): Use {
  return combine(a, b, (x, y) => x + y)
}

/** Each figure the lower one: either use may come about. */
export function lower(a: Use, b: Use): Use {
  return combine(a, b, Math.min)
}

export function higher(a: Use, b: Use): Use {
  return combine(a, b, Math.max)
}

function combine(a: Use, b: Use, by: (x: number, y: number) => number): Use {
  return {
    calls: by(a.calls, b.calls),
    inputTokens: by(a.inputTokens, b.inputTokens),
    outputTokens: by(a.outputTokens, b.outputTokens),
    sharedTokens: by(a.sharedTokens ?? 0, b.sharedTokens ?? 0),
    billedUnits: by(a.billedUnits ?? 0, b.billedUnits ?? 0),
  }
}

function rangesOf({ least, most }: Sums): EstimatedTotals {
  const range = (name: keyof Side) => ({ least: least[name], most: most[name] })
  return {
    calls: range("calls"),
    inputTokens: range("inputTokens"),
    outputTokens: range("outputTokens"),
    cost: range("cost"),
  }
}

function empty(): Sums {
  const side = () => ({ calls: 0, inputTokens: 0, outputTokens: 0, cost: 0 })
  return { least: side(), most: side() }
}
