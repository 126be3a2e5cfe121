import type { DocumentSearch, Findings, Plan, StoredDocument } from "../contracts"
import { reportOf } from "../evidence/findings-protocol"
import type { TextSlice } from "../evidence/slices"
import type { AgentAnswer } from "./action"
import { readAnswers } from "./read-answers"
import type { SearchResult } from "./run-searches"

/** What one agent has done by now: kept outside of its loop, so that a failure does not lose it. */
export interface Reading {
  readonly searches: SearchResult[]
  answers: readonly AgentAnswer[]
  shown: readonly TextSlice[]
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
  end: {
    readonly stopReason: Findings["stopReason"]
    readonly relevance: number
    /** What is not found was not looked for to the end. */
    readonly stoppedEarly?: boolean | undefined
  },
): Promise<Findings> {
  const { document, plan, search, signal } = task
  const settled = await readAnswers(answers, plan, shown, search, signal)
  const read = end.stoppedEarly
    ? settled.map((answer) => (answer.found ? answer : ({ ...answer, unread: true } as const)))
    : settled
  return {
    documentId: document.id,
    title: document.title,
    relevance: end.relevance,
    report: reportOf(read),
    answers: read,
    searches,
    stopReason: end.stopReason,
  }
}
