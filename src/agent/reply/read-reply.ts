import { type Fields, firstOf, stringsOf, textOf } from "../../calls/json/fields"
import { objectsIn } from "../../calls/json/objects-in"
import type { Plan } from "../../contracts"
import type { AgentReply } from "./agent-reply"
import { readAnswers } from "./read-answers"
import { readRelevance } from "./read-relevance"

/** Longer queries are cut: they are sent to an embedder and shown to the model again. */
const QUERY_CHARACTERS = 300

const SEARCH = /^(?:search|retrieve|query|lookup)/
const FINAL = /^(?:final|finish|report|answer|done|complete)/

/** What a reply means, whatever its shape; undefined where it means nothing. */
export function readAgentReply(value: unknown, plan: Plan): AgentReply | undefined {
  let best: AgentReply | undefined
  for (const fields of objectsIn(value)) {
    const reply = replyOf(fields, plan)
    if (reply !== undefined && (best === undefined || weight(reply) > weight(best))) best = reply
  }
  return best
}

/** What says more about the tasks is what is meant. */
function weight({ answers, queries }: AgentReply): number {
  return 2 * answers.length + (queries.length > 0 ? 1 : 0)
}

function replyOf(fields: Fields, plan: Plan): AgentReply | undefined {
  const answers = readAnswers(fields, plan)
  const queries = queriesOf(fields)
  const action = textOf(firstOf(fields, "action")).toLowerCase()
  const isOpen = !FINAL.test(action) && queries.length > 0 && !answers.some(({ found }) => found)
  const searches = SEARCH.test(action) || isOpen
  if (answers.length === 0 && !searches) return undefined
  return {
    reasoning: textOf(firstOf(fields, "reasoning", "thought", "thoughts", "thinking")),
    action: searches ? "search" : "finalize",
    queries,
    relevance: readRelevance(firstOf(fields, "relevance", "confidence", "relevanceScore", "score")),
    answers,
  }
}

function queriesOf(fields: Fields): readonly string[] {
  const given = stringsOf(firstOf(fields, "queries", "query", "search", "searches"), "query")
  const cut = given.map((query) => query.slice(0, QUERY_CHARACTERS).toWellFormed().trim())
  return [...new Set(cut.filter((query) => query !== ""))]
}
