import { z } from "zod"
import { echoOf } from "../calls/echo"
import { jsonSchemaOf, type Reading, type ReplySchema } from "../calls/reply-schema"
import type { Plan } from "../contracts"
import { termsOf } from "../retrieval/terms"
import { COORDINATOR_PROMPT } from "./prompt"
import { readPlanReply } from "./read-plan"

/** More tasks than a document agent can keep apart in one reply. */
export const maxTasks = 24

/** What is still wrong with a plan is asked about once; what then comes is used as far as it goes. */
export const planSchema: ReplySchema<Plan> = {
  json: jsonSchemaOf(
    z.object({ reasoning: z.string(), tasks: z.array(z.string()), synthesisDirective: z.string() }),
  ),
  read: (value) => checked(readPlanReply(value)),
  join: (later) => ({ value: fewer(later) }),
}

const isRule = echoOf([COORDINATOR_PROMPT])

function checked(plan: Plan | undefined): Reading<Plan> {
  const planned = plan?.tasks.filter((task) => !isRule(task)) ?? []
  if (plan === undefined || planned.length === 0) return { problem: "tasks must hold at least one task." }
  const value = { ...plan, tasks: withoutDoubles(planned) }
  const count = value.tasks.length
  if (count > maxTasks) {
    return { value, problem: `tasks holds ${count} tasks; plan fewer: at most ${maxTasks} are allowed.` }
  }
  return plan.synthesisDirective === "" ? { value, problem: "synthesisDirective is empty." } : { value }
}

/** Tasks that say the same words, in any order, are one. */
function withoutDoubles(tasks: readonly string[]): readonly string[] {
  const byWords = new Map<string, string>()
  for (const task of tasks) {
    const words = [...termsOf(task)].sort().join(" ") || task
    if (!byWords.has(words)) byWords.set(words, task)
  }
  return [...byWords.values()]
}

/** Neighbours share a task where there are too many: nothing that was planned is dropped. */
function fewer(plan: Plan): Plan {
  const perTask = Math.ceil(plan.tasks.length / maxTasks)
  const tasks = Array.from({ length: Math.ceil(plan.tasks.length / perTask) }, (_, index) =>
    plan.tasks.slice(index * perTask, (index + 1) * perTask).join(" "),
  )
  return { ...plan, tasks }
}
