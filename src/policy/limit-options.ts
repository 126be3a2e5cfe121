import type { Prices } from "../contracts"
import { InvalidArgumentError } from "../errors"
import { type Check, type Checks, group, optional } from "../runtime/check/options"
import { positive } from "../runtime/check/values"

/** What one run may use. Every figure covers all stages and all attempts of the run. */
export interface Limits {
  /** Input and output tokens together. */
  readonly maxTokens?: number | undefined
  /** In the currency of `prices`; needs a price for every model that the run may call. */
  readonly maxCost?: number | undefined
  readonly maxCalls?: number | undefined
  readonly maxDurationMs?: number | undefined
}

const limitChecks: Checks<Limits> = {
  maxTokens: optional(positive),
  maxCost: optional(positive),
  maxCalls: optional(positive),
  maxDurationMs: optional(positive),
}

export const limitsOption: Check<Limits> = group(limitChecks)

/** @throws InvalidArgumentError for a limit of cost where a model has no price */
export function checkPriced(
  limits: Limits,
  prices: Prices | undefined,
  modelIds: readonly (string | undefined)[],
): void {
  if (limits.maxCost === undefined) return
  for (const modelId of modelIds) {
    if (modelId === undefined || prices?.[modelId] !== undefined) continue
    const argument = `prices[${JSON.stringify(modelId)}]`
    throw new InvalidArgumentError(argument, undefined, "given, since limits.maxCost is set")
  }
}
