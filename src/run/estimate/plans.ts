import type { Plan } from "../../contracts"
import { maxTasks } from "../../coordinator/plan"

/** Tokens of one task, and of the directive, of a long plan: the coordinator is asked for few and short ones. */
const taskTokens = 40
const directiveTokens = 200

/** The shortest plan that there is, and a long one; where the plan is known, it is both. */
export interface Plans {
  readonly least: Plan
  readonly most: Plan
}

export function plansOf(plan: Plan | undefined): Plans {
  if (plan !== undefined) return { least: plan, most: plan }
  const tasks = Array.from({ length: maxTasks }, () => words(taskTokens))
  return {
    least: { tasks: ["x"], synthesisDirective: "" },
    most: { tasks, synthesisDirective: words(directiveTokens) },
  }
}

/** One token a word, and for counters by length a little more. */
function words(count: number): string {
  return "word ".repeat(count).trim()
}
