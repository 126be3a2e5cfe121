import { z } from "zod"
import { jsonSchemaOf, type Reading, type ReplySchema } from "../../calls/reply-schema"
import type { JSONSchema, Plan } from "../../contracts"
import type { AgentReply, AgentTurn } from "./agent-reply"
import { readAgentReply } from "./read-reply"

export interface ReplyState {
  readonly maySearch: boolean
  readonly hasRead: boolean
}

/**
 * The shape of an agent's replies, made for the plan: one required entry a task, so that a model held by a grammar
 * leaves none out, and the quotes before the answer, so that it finds its evidence before it writes. Objects of
 * required fields only, no unions or references, so that every provider takes it. In brief it is without the quotes,
 * which a small model goes round in: what holds an answer is then looked for in code.
 *
 * @param state `maySearch` is false where a reply can only report, since the whole document is shown or no search is
 * left; `hasRead` is true where something of the document was shown to report on
 */
export function agentReplySchema(plan: Plan, state: ReplyState): ReplySchema<AgentReply> {
  const shapeOf = (entry: z.ZodType) => {
    const entries = z.object(Object.fromEntries(plan.tasks.map((_, index) => [taskKey(index + 1), entry])))
    const report = { answers: entries, relevance: z.number() }
    return jsonSchemaOf(z.object(state.maySearch ? { ...turnShape, ...report } : report))
  }
  const answer = { answer: z.string() }
  return {
    json: shapeOf(z.object({ quotes: z.array(z.string()), ...answer })),
    get brief() {
      return { json: shapeOf(z.object(answer)), remark: briefRemark }
    },
    read: (value) => checked(readAgentReply(value, plan), plan, state),
    join: (later, earlier) => checked(joined(later, earlier), plan, state),
  }
}

export const briefRemark = 'Leave "quotes" out: give each task its "answer" alone, in a few words.'

/** What a reply holds that may search, before its report. */
const turnShape = {
  reasoning: z.string(),
  action: z.enum(["search", "finalize"]),
  queries: z.array(z.string()),
}

/** The same as JSON Schema. */
export const turnSchema: JSONSchema = jsonSchemaOf(z.object(turnShape))

/** The name of a task's entry; tasks are numbered from 1. */
export function taskKey(task: number): string {
  return `task${task}`
}

/** A reply with what it still lacks, in words for the model. */
function checked(
  reply: AgentReply | undefined,
  plan: Plan,
  { maySearch, hasRead }: ReplyState,
): Reading<AgentReply> {
  if (reply === undefined) return { problem: "it holds neither answers nor queries." }
  if (reply.action === "search") return checkedSearch(reply, maySearch)
  const given = new Set(reply.answers.map(({ task }) => task))
  const missing = plan.tasks.map((_, index) => index + 1).filter((task) => !given.has(task))
  if (missing.length > 0) {
    return { value: reply, problem: `answers are missing for task ${missing.join(", ")}.` }
  }
  if (hasRead || reply.answers.every(({ found }) => found)) return { value: reply }
  return { value: reply, problem: "a task has no answer and no passage was shown yet; search first." }
}

/** A reply that searches, with what is wrong with that. */
export function checkedSearch<Reply extends AgentTurn>(reply: Reply, maySearch: boolean): Reading<Reply> {
  if (!maySearch) return { value: reply, problem: "no search is left; report." }
  if (reply.queries.length > 0) return { value: reply }
  return { value: reply, problem: 'action is "search" and queries holds no query.' }
}

/** The later reply, with the answers of the earlier one to tasks that it leaves out. */
function joined(later: AgentReply, earlier: AgentReply): AgentReply {
  const given = new Set(later.answers.map(({ task }) => task))
  const answers = [...later.answers, ...earlier.answers.filter(({ task }) => !given.has(task))]
  return { ...later, action: "finalize", answers, relevance: later.relevance ?? earlier.relevance }
}
