import { defaultOutputTokens, generateJson } from "../calls/generate-json"
import type { Coordinator, LLM } from "../contracts"
import { type PlanReply, planSchema, problemOfPlan } from "./plan"
import { COORDINATOR_PROMPT, questionMessage } from "./prompt"

export interface CoordinatorOptions {
  readonly llm: LLM
  /** In place of the built-in rules; the reply's JSON shape stays the same. */
  readonly prompt?: string | undefined
  /** @default 0 */
  readonly temperature?: number | undefined
  /** @default 8_192, or a quarter of the model's window where that is less */
  readonly maxOutputTokens?: number | undefined
}

/**
 * A coordinator that asks a model for the plan; it is handed the question and nothing else.
 *
 * `plan` rejects with InvalidOutputError when the model gives no usable plan, also when asked again.
 */
export function createCoordinator(options: CoordinatorOptions): Coordinator {
  const { llm, prompt = COORDINATOR_PROMPT, temperature = 0 } = options
  const maxOutputTokens = options.maxOutputTokens ?? defaultOutputTokens(llm.contextWindow)
  return {
    async plan({ question, signal }) {
      const { value } = await generateJson<PlanReply>({
        llm,
        messages: [
          { role: "system", content: prompt },
          { role: "user", content: questionMessage(question) },
        ],
        schema: planSchema,
        problemOf: problemOfPlan,
        maxOutputTokens,
        temperature,
        signal,
      })
      return {
        tasks: value.tasks.map((task) => task.trim()).filter((task) => task !== ""),
        synthesisDirective: value.synthesisDirective.trim(),
      }
    },
  }
}
