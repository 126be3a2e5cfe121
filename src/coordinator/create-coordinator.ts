import { defaultOutputTokens, generateJson } from "../calls/generate-json"
import { withInstructions } from "../calls/instructions"
import type { Coordinator, LLM } from "../contracts"
import { type Checks, checkOptions, optional } from "../runtime/check/options"
import { llmPlug } from "../runtime/check/plugs"
import { callable } from "../runtime/check/values"
import { defaultCounter, loadTokenCounter } from "../tokens/default-counter"
import type { TokenCounter } from "../tokens/token-counter"
import { type PlanningOptions, planningChecks, type ResolvedPlanningOptions } from "./coordinator-options"
import { planSchema } from "./plan"
import { COORDINATOR_PROMPT, questionMessage } from "./prompt"

/** How the shipped coordinator plans. */
export interface CoordinatorOptions extends PlanningOptions {
  readonly llm: LLM
  /** @default countTokens (cl100k_base) */
  readonly countTokens?: TokenCounter | undefined
}

const coordinatorChecks: Checks<ResolvedPlanningOptions & CoordinatorOptions> = {
  ...planningChecks,
  llm: llmPlug,
  countTokens: optional(callable<TokenCounter>()),
}

/**
 * A coordinator that asks a model for the plan; it is handed the question and nothing else.
 *
 * As a plug, it makes its calls through the run. `plan` rejects with InvalidOutputError when the model gives no usable
 * plan, also when asked again.
 *
 * @throws InvalidArgumentError that names the option
 */
export function createCoordinator(options: CoordinatorOptions): Coordinator {
  const settings = checkOptions(options, coordinatorChecks, "options")
  const { prompt = COORDINATOR_PROMPT, instructions, temperature, countTokens = defaultCounter } = settings
  return {
    async plan({ question, signal, calls }) {
      const llm = calls?.llm(settings.llm) ?? settings.llm
      await loadTokenCounter(countTokens, signal)
      const { value } = await generateJson({
        llm,
        messages: [
          { role: "system", content: withInstructions(prompt, instructions) },
          { role: "user", content: questionMessage(question) },
        ],
        schema: planSchema,
        countTokens,
        maxOutputTokens: settings.maxOutputTokens ?? defaultOutputTokens(llm.contextWindow),
        temperature,
        signal,
      })
      return value
    },
  }
}
