import type { DocumentSearch, Findings, Plan, StoredDocument } from "../contracts"
import { reportOf } from "../evidence/findings-protocol"
import { readAnswers } from "./read-answers"
import type { ReadEnd, Reading } from "./read-document"
import type { AgentReply } from "./reply/agent-reply"

/** The findings that a reading comes to. `relevance` is by default the share of the tasks that were found. */
export async function findingsOf(
  { searches, reply, shown }: Reading<AgentReply>,
  task: {
    readonly document: StoredDocument
    readonly plan: Plan
    readonly search: DocumentSearch
    readonly signal?: AbortSignal | undefined
  },
  { stopReason, relevance, isComplete }: Pick<ReadEnd, "stopReason" | "relevance" | "isComplete">,
): Promise<Findings> {
  const { document, plan, search, signal } = task
  const answers = reply?.answers ?? []
  const settled = new Set(isComplete ? answers.map((answer) => answer.task) : [])
  const read = (await readAnswers(answers, plan, shown, search, signal)).map((answer) =>
    answer.found || settled.has(answer.task) ? answer : { ...answer, unread: true as const },
  )
  return {
    documentId: document.id,
    title: document.title,
    relevance: relevance ?? read.filter(({ found }) => found).length / read.length,
    report: reportOf(read),
    answers: read,
    searches,
    stopReason,
  }
}
