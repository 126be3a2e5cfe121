import { type Temperature, temperature } from "../calls/temperature"
import { type Checks, type Filled, optional } from "../runtime/check/options"
import { filledText, integerFrom, numberFrom, text, yesOrNo } from "../runtime/check/values"

/** How one document's agent reads. */
export interface AgentOptions {
  /** Searches one agent may make in all (paper: 5). @default 5 */
  readonly maxSearches?: number | undefined
  /** Queries the agent may ask in one turn; the paper's agents ask 1. @default 3 */
  readonly maxQueriesPerTurn?: number | undefined
  /** A document of at most this many tokens is shown whole at once and needs no search; 0 switches it off. @default 8_000 */
  readonly readWholeTokens?: number | undefined
  /** Sends a passage again each time a search returns it, as the published method does. @default false */
  readonly repeatPassages?: boolean | undefined
  /** @default 8_192, or a quarter of the model's window where that is less */
  readonly maxOutputTokens?: number | undefined
  /** `"default"` leaves it to the model. @default 0 */
  readonly temperature?: Temperature | undefined
  /** In place of the built-in rules; the reply's JSON shape stays the same. */
  readonly prompt?: string | undefined
  /** The user's own rules, tone and format, beside the built-in ones. @default those of the config */
  readonly instructions?: string | undefined
}

/** `maxOutputTokens` without a value follows the window of the model that reads. */
export type ResolvedAgentOptions = Filled<AgentOptions, "maxOutputTokens" | "prompt" | "instructions">

/** The same for a model whose window is known. */
export type AgentSettings = Filled<AgentOptions, "prompt" | "instructions">

export const agentChecks: Checks<ResolvedAgentOptions> = {
  maxSearches: optional(integerFrom(1), 5),
  maxQueriesPerTurn: optional(integerFrom(1), 3),
  readWholeTokens: optional(numberFrom(0), 8_000),
  repeatPassages: optional(yesOrNo, false),
  maxOutputTokens: optional(integerFrom(1)),
  temperature: optional(temperature, 0),
  prompt: optional(text),
  instructions: optional(filledText("rules for the model")),
}
