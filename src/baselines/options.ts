import type { SpdRagConfig } from "../config/options"
import { InvalidArgumentError } from "../errors"
import { type Checks, checkOptions, isRecord, optional } from "../runtime/check/options"
import { integerFrom } from "../runtime/check/values"

/** A baseline's own options, checked, beside the config that it shares with `spdRag`. */
export function takeOptions<Own extends object>(
  config: SpdRagConfig & Own,
  checks: Checks<Own>,
): { readonly own: Own; readonly shared: SpdRagConfig } {
  if (!isRecord(config)) throw new InvalidArgumentError("config", config, "an object")
  const part = (isOwn: boolean) =>
    Object.fromEntries(Object.entries(config).filter(([name]) => name in checks === isOwn))
  return { own: checkOptions(part(true), checks, "config"), shared: part(false) }
}

/** How deep a search over all documents goes. */
export interface CorpusDepth {
  readonly topK?: number | undefined
  readonly topN?: number | undefined
}

export const corpusDepthChecks: Checks<CorpusDepth> = {
  topK: optional(integerFrom(1)),
  topN: optional(integerFrom(1)),
}

export function checkDepth(topK: number, topN: number): void {
  if (topN > topK) throw new InvalidArgumentError("topN", topN, `an integer from 1 to topK (${topK})`)
}
