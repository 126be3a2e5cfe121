import { again, circleProblem } from "../calls/ask-again"
import { echoOf, repeatsWords } from "../calls/echo"
import { agentPrompt } from "./prompt"
import { briefRemark } from "./reply/schema"

const keyPattern = /"([a-z]+)"/g

const rules = [agentPrompt("whole-document"), agentPrompt({ maxSearches: 1, maxQueriesPerTurn: 2 })]
const isRule = echoOf([...rules, briefRemark, circleProblem, again])
/** The names of the shape's fields. */
const keys = new Set(rules.flatMap((rule) => [...rule.matchAll(keyPattern)].map(([, key]) => key)))

/** Whether an answer is the agent's rules, a field's name or its task given back. */
export function isEcho(answer: string, task: string): boolean {
  return keys.has(answer.trim()) || isRule(answer) || repeatsWords(answer, task)
}
