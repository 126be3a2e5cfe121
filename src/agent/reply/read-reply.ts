import { type Fields, firstOf, stringsOf, textOf } from "../../calls/json/fields"
import { objectsIn } from "../../calls/json/objects-in"
import type { Plan } from "../../contracts"
import type { AgentReply, AgentTurn } from "./agent-reply"
import { readAnswers } from "./read-answers"
import { readRelevance } from "./read-relevance"

/** Longer queries are cut: they are sent to an embedder and shown to the model again. */
const queryCharacters = 300

const search = /^(?:search|retrieve|query|lookup)/
const final = /^(?:final|finish|report|answer|done|complete)/

/** What a reply means, whatever its shape; undefined where it means nothing. */
export function readAgentReply(value: unknown, plan: Plan): AgentReply | undefined {
  let best: AgentReply | undefined
  // A list of answers may stand alone.
  const listed: readonly Fields[] = Array.isArray(value) ? [new Map([["answers", value]])] : []
  for (const fields of [...listed, ...objectsIn(value)]) {
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
  const turn = readTurn(
    fields,
    answers.some(({ found }) => found),
  )
  return answers.length === 0 && turn.action === "finalize" ? undefined : { ...turn, answers }
}

/** What an object says of the turn. Queries without an action are a search, unless something was found. */
export function readTurn(fields: Fields, hasFound: boolean): AgentTurn {
  const queries = queriesOf(fields)
  const action = textOf(firstOf(fields, "action")).toLowerCase()
  const isOpen = !final.test(action) && queries.length > 0 && !hasFound
  return {
    reasoning: textOf(firstOf(fields, "reasoning", "thought", "thoughts", "thinking")),
    action: search.test(action) || isOpen ? "search" : "finalize",
    queries,
    relevance: readRelevance(firstOf(fields, "relevance", "confidence", "relevanceScore", "score")),
  }
}

function queriesOf(fields: Fields): readonly string[] {
  const given = stringsOf(firstOf(fields, "queries", "query", "search", "searches"), "query")
  const cut = given.map((query) => query.slice(0, queryCharacters).toWellFormed().trim())
  return [...new Set(cut.filter((query) => query !== ""))]
}
