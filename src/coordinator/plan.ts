import { z } from "zod"
import { type ReplySchema, replySchema } from "../calls/generate-json"

export interface PlanReply {
  readonly reasoning: string
  readonly tasks: readonly string[]
  readonly synthesisDirective: string
}

export const planSchema: ReplySchema<PlanReply> = replySchema(
  z.object({ reasoning: z.string(), tasks: z.array(z.string()), synthesisDirective: z.string() }),
)

/** More tasks than a document agent can keep apart in one reply. */
const MAX_TASKS = 24

export function problemOfPlan({ tasks, synthesisDirective }: PlanReply): string | undefined {
  const count = tasks.filter((task) => task.trim() !== "").length
  if (count === 0) return "tasks must hold at least one task."
  if (count > MAX_TASKS) return `tasks holds ${count} tasks; at most ${MAX_TASKS} are allowed.`
  return synthesisDirective.trim() === "" ? "synthesisDirective is empty." : undefined
}
