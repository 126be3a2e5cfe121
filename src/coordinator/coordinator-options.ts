import { type Temperature, temperature } from "../calls/temperature"
import { type Checks, type Filled, optional } from "../runtime/check/options"
import { filledText, integerFrom, text } from "../runtime/check/values"

/** How the plan is made. */
export interface PlanningOptions {
  /** In place of the built-in rules; the reply's JSON shape stays the same. */
  readonly prompt?: string | undefined
  /** The user's own rules, tone and format, beside the built-in ones. @default those of the config */
  readonly instructions?: string | undefined
  /** @default 8_192, or a quarter of the model's window where that is less */
  readonly maxOutputTokens?: number | undefined
  /** `"default"` leaves it to the model. @default 0 */
  readonly temperature?: Temperature | undefined
}

/** `maxOutputTokens` without a value follows the window of the model that plans. */
export type ResolvedPlanningOptions = Filled<PlanningOptions, "prompt" | "instructions" | "maxOutputTokens">

export const planningChecks: Checks<ResolvedPlanningOptions> = {
  prompt: optional(text),
  instructions: optional(filledText("rules for the model")),
  maxOutputTokens: optional(integerFrom(1)),
  temperature: optional(temperature, 0),
}
