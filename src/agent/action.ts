import { z } from "zod"
import { type ReplySchema, replySchema } from "../calls/generate-json"
import type { Plan } from "../contracts"

/** What an agent does in one turn: one flat object, reasoning first, no unions, so that every provider takes the schema. */
export interface AgentAction {
  readonly reasoning: string
  readonly action: "search" | "finalize"
  readonly queries: readonly string[]
  readonly relevance: number
  readonly answers: readonly AgentAnswer[]
}

export interface AgentAnswer {
  readonly task: number
  readonly status: "found" | "not-found"
  readonly answer: string
  readonly quotes: readonly string[]
}

const answers = z.array(
  z.object({
    task: z.number(),
    status: z.enum(["found", "not-found"]),
    answer: z.string(),
    quotes: z.array(z.string()),
  }),
)
const report = { relevance: z.number(), answers }
const turn = z.object({
  reasoning: z.string(),
  action: z.enum(["search", "finalize"]),
  queries: z.array(z.string()),
  ...report,
})

/** A turn in which the agent searches or reports. */
export const turnSchema: ReplySchema<AgentAction> = replySchema(turn)

/** A turn that can only report, since the whole document is shown or no search is left; a whole turn is taken as well. */
export const reportSchema: ReplySchema<AgentAction> = {
  json: replySchema(z.object({ reasoning: z.string(), ...report })).json,
  zod: turn.extend({
    action: turn.shape.action.default("finalize"),
    queries: turn.shape.queries.default([]),
  }),
}

/** What is wrong with an action, beyond its shape: words for the model, or undefined. */
export function problemOfAction(action: AgentAction, plan: Plan, searchesLeft: number): string | undefined {
  if (action.action === "search") {
    if (searchesLeft === 0) return 'no search is left; the action must be "finalize".'
    return usableQueries(action).length === 0 ? 'action is "search" and queries holds no query.' : undefined
  }
  if (!(action.relevance >= 0 && action.relevance <= 1)) return "relevance must be a number from 0 to 1."
  const count = plan.tasks.length
  const strange = action.answers.find(({ task }) => !isTask(task, count))
  if (strange !== undefined) return `there is no task ${strange.task}; tasks are numbered 1 to ${count}.`
  const given = new Set(action.answers.map(({ task }) => task))
  if (given.size < action.answers.length) return "a task is answered more than once; give one answer a task."
  const missing = plan.tasks.map((_, index) => index + 1).filter((task) => !given.has(task))
  if (missing.length > 0) return `answers are missing for task ${missing.join(", ")}.`
  const blank = action.answers.find(({ status, answer }) => status === "found" && answer.trim() === "")
  return blank === undefined ? undefined : `task ${blank.task} is "found" and its answer is empty.`
}

export function isTask(task: number, count: number): boolean {
  return Number.isInteger(task) && task >= 1 && task <= count
}

/** The queries that say something, each once, in their order. */
export function usableQueries({ queries }: Pick<AgentAction, "queries">): readonly string[] {
  return [...new Set(queries.map((query) => query.trim()).filter((query) => query !== ""))]
}
