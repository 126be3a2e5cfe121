import { defaultOutputTokens, generateJson } from "../calls/generate-json"
import { withInstructions } from "../calls/instructions"
import type { Coordinator, LLM } from "../contracts"
import { type Checks, checkOptions } from "../runtime/check/options"
import { llmPlug } from "../runtime/check/plugs"
import { defaultCounter, loadTokenCounter } from "../tokens/default-counter"
import { type PlanningOptions, planningChecks, type ResolvedPlanningOptions } from "./coordinator-options"
import { planSchema } from "./plan"
import { COORDINATOR_PROMPT, questionMessage } from "./prompt"

/** How the shipped coordinator plans. */
export interface CoordinatorOptions extends PlanningOptions {
  readonly llm: LLM
}

const coordinatorChecks: Checks<ResolvedPlanningOptions & CoordinatorOptions> = {
  ...planningChecks,
  llm: llmPlug,
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
  const { prompt = COORDINATOR_PROMPT, instructions, temperature } = settings
  return {
    async plan({ question, signal, calls }) {
      const llm = calls?.llm(settings.llm) ?? settings.llm
      await loadTokenCounter(defaultCounter, signal)
      const { value } = await generateJson({
        llm,
        messages: [
          { role: "system", content: withInstructions(prompt, instructions) },
          { role: "user", content: questionMessage(question) },
        ],
        schema: planSchema,
        countTokens: defaultCounter,
        maxOutputTokens: settings.maxOutputTokens ?? defaultOutputTokens(llm.contextWindow),
        temperature,
        signal,
      })
      return value
    },
  }
}
