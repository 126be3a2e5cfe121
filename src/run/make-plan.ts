import type { Plan } from "../contracts"
import { createCoordinator } from "../coordinator/create-coordinator"
import { errorJSON } from "../runtime/emit"
import type { RunContext } from "./run-context"
import { checkPlan } from "./stage-output"

/** The plan that the question came with, or else the coordinator's. */
export async function makePlan(context: RunContext): Promise<Plan> {
  const { question, config, emit, signal } = context
  emit({ type: "plan-start" })
  if (context.plan !== undefined) {
    emit({ type: "plan-end", plan: context.plan })
    return context.plan
  }
  try {
    const coordinator =
      config.coordinator ??
      createCoordinator({
        ...config.coordinatorOptions,
        llm: context.llm("coordinator"),
        countTokens: config.countTokens,
      })
    const plan = checkPlan(await coordinator.plan({ question, ...context.stageRun("coordinator", signal) }))
    signal.throwIfAborted()
    emit({ type: "plan-end", plan })
    return plan
  } catch (error) {
    if (!signal.aborted) emit({ type: "plan-error", error: errorJSON(error) })
    throw error
  }
}
