import { documentFilter } from "../documents/filter/option"
import { InvalidArgumentError } from "../errors"
import { checkPriced, limitsOption } from "../policy/limit-options"
import { routing } from "../retrieval/routing-options"
import { planData } from "../runtime/check/data"
import { type Check, type Checks, checkOptions, optional } from "../runtime/check/options"
import { abortSignal, callable, oneOf, valueThat } from "../runtime/check/values"
import type { AskMode, AskOptions } from "./options"
import { modelIdsOf, type ResolvedConfig } from "./resolve"

/** Options of every run. */
export const runChecks: Checks<Omit<AskOptions, "plan" | "mode">> = {
  documents: optional(valueThat<readonly string[]>("an array of ids", Array.isArray)),
  where: optional(documentFilter),
  signal: optional(abortSignal),
  onEvent: optional(callable<NonNullable<AskOptions["onEvent"]>>()),
  limits: optional(limitsOption),
  routing: optional(routing),
}

const askChecks: Checks<AskOptions> = {
  ...runChecks,
  plan: optional(planData),
  mode: optional(oneOf<AskMode>("prose", "table", "auto"), "prose"),
}

const question: Check<string> = valueThat(
  "a question",
  (value) => typeof value === "string" && value.trim() !== "",
)

/** One question with its options, which stand in for the config's where they are given. */
export type ResolvedAsk = Pick<AskOptions, "documents" | "where" | "signal" | "onEvent" | "plan"> &
  Pick<ResolvedConfig, "limits" | "routing"> & { readonly question: string; readonly mode: AskMode }

/** @throws InvalidArgumentError for a question that is to be answered by a table, where that can't be */
export function checkProse({ mode }: Pick<ResolvedAsk, "mode">, what: string): void {
  if (mode !== "prose") throw new InvalidArgumentError("options.mode", mode, `"prose", or left out: ${what}`)
}

/** @throws InvalidArgumentError that names the option, what came and what is expected */
export function resolveAsk(
  asked: string,
  options: AskOptions | undefined,
  config: ResolvedConfig,
): ResolvedAsk {
  question(asked, "question")
  const given = checkOptions(options, askChecks, "options")
  const { limits = config.limits, routing = config.routing } = given
  checkPriced(limits, config.prices, modelIdsOf(config))
  return { ...given, question: asked, limits, routing, mode: modeOf(given, config) }
}

/** A plan that was made before, or a coordinator that is no model, leaves `"auto"` nothing to choose from. */
function modeOf({ mode = "prose", plan }: AskOptions, { llm }: ResolvedConfig): AskMode {
  if (mode === "auto") return plan !== undefined || llm.coordinator === undefined ? "prose" : mode
  if (mode === "prose") return mode
  if (plan !== undefined) throw new InvalidArgumentError("plan", plan, 'left out with `mode: "table"`')
  if (llm.coordinator !== undefined) return mode
  const expected = 'given with `mode: "table"`: a model plans the columns'
  throw new InvalidArgumentError("llm.coordinator", undefined, expected)
}
