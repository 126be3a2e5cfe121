import { again, circleProblem } from "../calls/ask-again"
import { echoOf, holdsWords, isSentence, plainWords } from "../calls/echo"
import { agentPrompt } from "./prompt"
import { briefRemark } from "./reply/schema"

const keyPattern = /"([a-z]+)"/g

const rules = [agentPrompt("whole-document"), agentPrompt({ maxSearches: 1, maxQueriesPerTurn: 2 })]
const isRule = echoOf([...rules, briefRemark, circleProblem, again])
/** The names of the shape's fields. */
const keys = new Set(rules.flatMap((rule) => [...rule.matchAll(keyPattern)].map(([, key]) => key)))

/**
 * Whether an answer is the agent's rules, a field's name or its task given back.
 *
 * @param textsOf what the document says; asked only where the answer's words are those of the rules: they may be its own too
 */
export function isEcho(answer: string, task: string, textsOf: () => readonly string[]): boolean {
  const words = plainWords(answer)
  const isTask = isSentence(words) && words === plainWords(task)
  if (!isTask && !keys.has(answer.trim()) && !isRule(answer)) return false
  return !textsOf().some((text) => holdsWords(plainWords(text), words))
}
