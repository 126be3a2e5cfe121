import { documentFilter } from "../documents/filter/option"
import { checkPriced, limitsOption } from "../policy/limit-options"
import { routing } from "../retrieval/routing-options"
import { planData } from "../runtime/check/data"
import { type Check, type Checks, checkOptions, optional } from "../runtime/check/options"
import { abortSignal, callable, valueThat } from "../runtime/check/values"
import type { AskOptions } from "./options"
import { modelIdsOf, type ResolvedConfig } from "./resolve"

/** Options of every run. */
export const runChecks: Checks<Omit<AskOptions, "plan">> = {
  documents: optional(valueThat<readonly string[]>("an array of ids", Array.isArray)),
  where: optional(documentFilter),
  signal: optional(abortSignal),
  onEvent: optional(callable<NonNullable<AskOptions["onEvent"]>>()),
  limits: optional(limitsOption),
  routing: optional(routing),
}

const askChecks: Checks<AskOptions> = { ...runChecks, plan: optional(planData) }

const question: Check<string> = valueThat(
  "a question",
  (value) => typeof value === "string" && value.trim() !== "",
)

/** One question with its options, which stand in for the config's where they are given. */
export type ResolvedAsk = Pick<AskOptions, "documents" | "where" | "signal" | "onEvent" | "plan"> &
  Pick<ResolvedConfig, "limits" | "routing"> & { readonly question: string }

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
  return { ...given, question: asked, limits, routing }
}
