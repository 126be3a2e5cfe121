import type { RetryPolicy } from "../retry"
import { createQuotaGate, type QuotaGate } from "./gate"
import type { RateLimits } from "./rate-limits-option"
import type { KnownQuota } from "./window"

/** Puts a gate of a known quota under one that several instances hold together. */
export type ShareQuota = (gate: QuotaGate, modelId: string, quota: KnownQuota) => QuotaGate

/** The gates of an instance, one a model, shared by all its questions. */
export interface QuotaGates {
  of(modelId: string): QuotaGate
  share(share: ShareQuota): void
}

export function createQuotaGates(
  rateLimits: RateLimits,
  concurrency: number,
  { clock, random, initialDelayMs, maxDelayMs, maxWaitMs }: RetryPolicy,
): QuotaGates {
  const gates = new Map<string, QuotaGate>()
  let shared: ShareQuota = (gate) => gate
  return {
    share(share) {
      shared = share
      gates.clear()
    },
    of(modelId) {
      const found = gates.get(modelId)
      if (found !== undefined) return found
      const { concurrency: most = concurrency, ...known } = rateLimits[modelId] ?? {}
      const isKnown = known.requestsPerMinute !== undefined || known.tokensPerMinute !== undefined
      const waits = { initialDelayMs, maxDelayMs, maxWaitMs }
      const quota = isKnown ? known : undefined
      const own = createQuotaGate({ modelId, clock, random, concurrency: most, quota, ...waits })
      const gate = quota === undefined ? own : shared(own, modelId, quota)
      gates.set(modelId, gate)
      return gate
    },
  }
}
