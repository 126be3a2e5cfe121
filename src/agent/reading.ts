import type { DocumentSearch, Findings, Plan, StoredDocument } from "../contracts"
import { reportOf } from "../evidence/findings-protocol"
import type { TextSlice } from "../evidence/slices"
import { readAnswers } from "./read-answers"
import type { AgentAnswer } from "./reply/agent-reply"
import type { SearchResult } from "./run-searches"

/** What one agent has done by now: kept outside of its loop, so that a failure does not lose it. */
export interface Reading {
  readonly searches: SearchResult[]
  answers: readonly AgentAnswer[]
  shown: readonly TextSlice[]
}

export interface ReadingEnd {
  readonly stopReason: Findings["stopReason"]
  /** As the agent says; by default the share of the tasks that were found. */
  readonly relevance: number | undefined
  /** False where what was not found was not looked for to the end, or could not be shown. */
  readonly isComplete: boolean
  /** Why a task stayed unread, if one did. */
  readonly unreadCause?: Error | undefined
}

/** The findings that a reading comes to. */
export async function findingsOf(
  { searches, answers, shown }: Reading,
  task: {
    readonly document: StoredDocument
    readonly plan: Plan
    readonly search: DocumentSearch
    readonly signal?: AbortSignal | undefined
  },
  { stopReason, relevance, isComplete }: ReadingEnd,
): Promise<Findings> {
  const { document, plan, search, signal } = task
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
