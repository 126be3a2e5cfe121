import type { JSONSchema, LLMRequest } from "../contracts"
import { planSchema } from "../coordinator/plan"
import { answerIn, titleIn } from "../evidence/findings-protocol"
import { columnPlanSchema, queryPlanSchema } from "../tables/plan/column-plan"
import { resolveSchema } from "../tables/resolve/schema"

/** The stage that a request comes from: a merge asks for text, a plan for its own shape, an agent for another. */
export function stageOf({ jsonSchema }: LLMRequest): "coordinator" | "agent" | "synthesis" {
  if (jsonSchema === undefined) return "synthesis"
  const fields = fieldsOf(jsonSchema).join()
  if (plans.some((plan) => fieldsOf(plan.json).join() === fields)) return "coordinator"
  return fieldsOf(resolveSchema.json).join() === fields ? "synthesis" : "agent"
}

const plans = [planSchema, columnPlanSchema, queryPlanSchema]

/** True where an agent may search in reply to the request; false where it can only report. */
export function maySearch({ jsonSchema }: LLMRequest): boolean {
  return jsonSchema !== undefined && fieldsOf(jsonSchema).includes("action")
}

/** Replies of the model so far in the conversation. */
export function turnOf({ messages }: LLMRequest): number {
  return messages.filter(({ role }) => role === "assistant").length
}

/** All that a request shows to the model. */
export function promptOf({ messages }: LLMRequest): string {
  return messages.map(({ content }) => content).join("\n")
}

/** What a request shows of its document or findings: its messages without the rules. */
export function shownIn({ messages }: LLMRequest): string {
  return messages
    .filter(({ role }) => role === "user")
    .map(({ content }) => content)
    .join("\n")
}

/** An answer of one document in the request of a merge. */
export interface ShownFinding {
  readonly title: string
  /** From 1. */
  readonly task: number
  readonly answer: string
  /** Markers to put behind a statement: `[E1][E2]`, or nothing. */
  readonly markers: string
}

/** The answers that the request of a first merge shows, in order; texts of earlier merges are not among them. */
export function findingsIn(request: LLMRequest): readonly ShownFinding[] {
  const findings: ShownFinding[] = []
  let title = ""
  for (const line of shownIn(request).split("\n")) {
    title = titleIn(line) ?? title
    const found = answerIn(line)
    if (found !== undefined) findings.push({ title, ...found })
  }
  return findings
}

function fieldsOf({ properties }: JSONSchema): readonly string[] {
  return Object.keys((properties ?? {}) as object)
}
