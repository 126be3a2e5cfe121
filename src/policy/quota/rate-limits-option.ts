import { InvalidArgumentError } from "../../errors"
import { type Check, type Checks, group, isRecord, optional } from "../../runtime/check/options"
import { integerFrom, positive } from "../../runtime/check/values"
import type { KnownQuota } from "./window"

/** What a provider takes of one model, where it is known; one that is not given is learnt from refusals. */
export interface RateLimit extends KnownQuota {
  /** Calls at a time, over all questions. @default the config's `concurrency` */
  readonly concurrency?: number | undefined
}

/** By modelId: of models, embedders and rerankers. */
export type RateLimits = { readonly [modelId: string]: RateLimit }

const rateLimitChecks: Checks<RateLimit> = {
  requestsPerMinute: optional(integerFrom(1)),
  tokensPerMinute: optional(positive),
  concurrency: optional(integerFrom(1)),
}

export const rateLimitsOption: Check<RateLimits> = (value, path) => {
  if (!isRecord(value)) throw new InvalidArgumentError(path, value, "an object: limits by modelId")
  const limit = group(rateLimitChecks)
  const entries = Object.entries(value)
  return Object.freeze(
    Object.fromEntries(entries.map(([id, given]) => [id, limit(given, `${path}[${JSON.stringify(id)}]`)])),
  )
}

/** @throws InvalidArgumentError for a limit of a model that no call can go to */
export function checkLimitedModels(rateLimits: RateLimits, modelIds: readonly string[]): void {
  const unknown = Object.keys(rateLimits).find((id) => !modelIds.includes(id))
  if (unknown === undefined) return
  const known = modelIds.map((id) => JSON.stringify(id)).join(", ")
  throw new InvalidArgumentError(
    `rateLimits[${JSON.stringify(unknown)}]`,
    rateLimits[unknown],
    `left out, since no model has that modelId: there are ${known}`,
  )
}
