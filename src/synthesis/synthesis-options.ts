import { type Temperature, temperature } from "../calls/temperature"
import type { PackingRule } from "../packing/pack-batches"
import { type Checks, type Filled, optional } from "../runtime/check/options"
import { filledText, integerFrom, oneOf, text, yesOrNo } from "../runtime/check/values"

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
  /**
   * An answer that leaves out documents which answered, or says what no finding holds, is asked for once more; what it
   * still leaves out follows its text as cited lines, written by code. @default true
   */
  readonly mendAnswer?: boolean | undefined
  /** `"default"` leaves it to the model. @default 0 */
  readonly temperature?: Temperature | undefined
  /** In place of the built-in rules. */
  readonly prompt?: string | undefined
  /** The user's own rules, tone and format, beside the built-in ones. @default those of the config */
  readonly instructions?: string | undefined
}

export type ResolvedSynthesisOptions = Filled<SynthesisOptions, "prompt" | "instructions">

export const synthesisChecks: Checks<ResolvedSynthesisOptions> = {
  maxBatchTokens: optional(integerFrom(1), 750_000),
  maxOutputTokens: optional(integerFrom(1), 8_192),
  packing: optional(oneOf<PackingRule>("close-to-fewest", "subtrees"), "close-to-fewest"),
  compactNotFound: optional(yesOrNo, true),
  quotesInMerges: optional(yesOrNo, true),
  mendAnswer: optional(yesOrNo, true),
  temperature: optional(temperature, 0),
  prompt: optional(text),
  instructions: optional(filledText("rules for the model")),
}
