import type { RetryPolicy } from "../retry"
import { createQuotaGate, type QuotaGate } from "./gate"
import type { RateLimits } from "./rate-limits-option"

/** The gates of an instance, one a model, shared by all its questions. */
export interface QuotaGates {
  of(modelId: string): QuotaGate
}

export function createQuotaGates(
  rateLimits: RateLimits,
  concurrency: number,
  { clock, random, initialDelayMs, maxDelayMs, maxWaitMs }: RetryPolicy,
): QuotaGates {
  const gates = new Map<string, QuotaGate>()
  return {
    of(modelId) {
      const found = gates.get(modelId)
      if (found !== undefined) return found
      const { concurrency: own = concurrency, ...known } = rateLimits[modelId] ?? {}
      const isKnown = known.requestsPerMinute !== undefined || known.tokensPerMinute !== undefined
      const waits = { initialDelayMs, maxDelayMs, maxWaitMs }
      const quota = isKnown ? known : undefined
      const gate = createQuotaGate({ modelId, clock, random, concurrency: own, quota, ...waits })
      gates.set(modelId, gate)
      return gate
    },
  }
}
