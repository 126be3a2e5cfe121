import type { Stage } from "../../contracts"
import type { Limiter } from "../limit"
import type { Meter } from "../meter"
import type { QuotaGates } from "../quota/gates"
import type { RetryNotice, RetryPolicy } from "../retry"

/** What every call of one run goes through. */
export interface PlugPolicy {
  readonly retry: RetryPolicy
  readonly meter: Meter
  readonly limiter: Limiter
  readonly gates: QuotaGates
  readonly countTokens: (text: string) => number
  readonly onRetry: (stage: Stage, modelId: string, notice: RetryNotice) => void
}
