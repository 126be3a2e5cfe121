import type { LLM } from "../contracts"
import { type Check, type Checks, group, isRecord, optional } from "../runtime/check/options"
import { llmPlug } from "../runtime/check/plugs"
import type { ConfiguredLLMs } from "./options"

const stageChecks: Checks<ConfiguredLLMs> = {
  coordinator: optional(llmPlug),
  agent: optional(llmPlug),
  synthesizer: optional(llmPlug),
  fallback: optional(llmPlug),
}

const stages = Object.keys(stageChecks) as (keyof ConfiguredLLMs)[]

/** One model for all stages, or one a stage, as one a stage. */
export const llms: Check<ConfiguredLLMs> = (value, path) => {
  if (value === undefined) return {}
  // An object that names a stage is a list of models, whatever is wrong with them.
  if (isRecord(value) && stages.some((stage) => stage in value)) return group(stageChecks)(value, path)
  const llm: LLM = llmPlug(value, path)
  return Object.freeze({ coordinator: llm, agent: llm, synthesizer: llm })
}
