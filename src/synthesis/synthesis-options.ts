import { InvalidArgumentError } from "../errors"
import type { PackingRule } from "../packing/pack-batches"

/** How findings are merged. */
export interface SynthesisOptions {
  /** Budget B: tokens of one merge call, prompt and reserved output together. @default 750_000 */
  readonly maxBatchTokens?: number | undefined
  /** Output reserved for one merge; less where the budget is small. @default 8_192 */
  readonly maxOutputTokens?: number | undefined
  /** `subtrees` is the published rule: only whole subtrees become batches. @default "close-to-fewest" */
  readonly packing?: PackingRule | undefined
  /** Documents that found nothing are a list of names, not texts to merge. @default true */
  readonly compactNotFound?: boolean | undefined
  /** Later rounds are given the verified quotes behind the markers, as far as the budget allows (Ou & Lapata 2025). @default true */
  readonly quotesInMerges?: boolean | undefined
  /** @default 0 */
  readonly temperature?: number | undefined
  /** In place of the built-in rules. */
  readonly prompt?: string | undefined
}

export type ResolvedSynthesisOptions = {
  readonly [K in Exclude<keyof SynthesisOptions, "prompt">]-?: NonNullable<SynthesisOptions[K]>
} & { readonly prompt: string | undefined }

export function resolveSynthesisOptions(options: SynthesisOptions | undefined): ResolvedSynthesisOptions {
  const resolved = {
    maxBatchTokens: options?.maxBatchTokens ?? 750_000,
    maxOutputTokens: options?.maxOutputTokens ?? 8_192,
    packing: options?.packing ?? ("close-to-fewest" as const),
    compactNotFound: options?.compactNotFound ?? true,
    quotesInMerges: options?.quotesInMerges ?? true,
    temperature: options?.temperature ?? 0,
    prompt: options?.prompt,
  }
  for (const name of ["maxBatchTokens", "maxOutputTokens"] as const) {
    if (!Number.isInteger(resolved[name]) || resolved[name] < 1) {
      throw new InvalidArgumentError(`synthesis.${name}`, resolved[name], "an integer from 1 up")
    }
  }
  if (!(resolved.temperature >= 0)) {
    throw new InvalidArgumentError("synthesis.temperature", resolved.temperature, "a number from 0 up")
  }
  if (resolved.packing !== "close-to-fewest" && resolved.packing !== "subtrees") {
    throw new InvalidArgumentError("synthesis.packing", resolved.packing, '"close-to-fewest" or "subtrees"')
  }
  return resolved
}
