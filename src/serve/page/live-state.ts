import type { TaskAnswer } from "../../contracts/findings"
import type { GridCell, GridRow } from "../../report/page/grid/model"
import type { PageEvent } from "../page-event"

/** What a run has come to by now. Rows are replaced, never changed, so that a grid may keep those that it shows. */
export interface LiveState {
  readonly rows: GridRow[]
  readonly places: Map<string, number>
  tasks: readonly string[]
  stage: "planning" | "reading" | "merging" | "writing"
  done: number
  total: number
  merge: string
  text: string
  /** Of the last thing that went wrong and is tried again. */
  trouble: string
}

export function startOf(documents: readonly { readonly id: string; readonly title: string }[]): LiveState {
  const rows = documents.map(({ id, title }): GridRow => ({ id, title, status: "waiting", cells: [] }))
  const places = new Map(rows.map(({ id }, index) => [id, index]))
  const counts = { done: 0, total: rows.length }
  return { rows, places, tasks: [], stage: "planning", ...counts, merge: "", text: "", trouble: "" }
}

/** Takes in one event; true where rows have changed. */
export function apply(state: LiveState, event: PageEvent): boolean {
  switch (event.type) {
    case "run-start":
      state.total = event.documentCount
      return false
    case "plan-end":
      state.tasks = event.plan.tasks
      state.stage = "reading"
      state.rows.forEach((row, index) => {
        state.rows[index] = { ...row, cells: state.tasks.map(() => pending) }
      })
      return true
    case "agent-start":
      return change(state, event.documentId, { status: "reading", title: event.title })
    case "search-start":
      return change(state, event.documentId, { status: "searching" })
    case "search-end":
      return change(state, event.documentId, { status: "reading" })
    case "agent-end":
      state.done = event.done
      return change(state, event.documentId, {
        status: event.status,
        cells: cellsOf(state.tasks.length, event.status, event.answers),
      })
    case "round-start":
      state.stage = "merging"
      state.merge = `Round ${event.round}: ${event.texts} texts in ${event.batches} merges`
      return false
    case "merge-end":
      state.merge = `Round ${event.round}: ${event.done} of ${event.batches} merges done`
      return false
    case "answer-delta":
      state.stage = "writing"
      state.text = event.restart ? event.text : state.text + event.text
      return false
    case "call-retry":
      state.trouble = `${event.modelId} failed; attempt ${event.attempt + 1} follows.`
      return false
    default:
      return false
  }
}

const pending: GridCell = { state: "pending", value: "" }

function cellsOf(tasks: number, status: string, answers: readonly TaskAnswer[]): readonly GridCell[] {
  const byTask = new Map(answers.map((answer) => [answer.task, answer]))
  return Array.from({ length: tasks }, (_, index): GridCell => {
    const answer = byTask.get(index + 1)
    if (answer?.found) return { state: "found", value: answer.answer, quotes: answer.quotes }
    if (answer?.unsupported !== undefined) return { state: "unsupported", value: "" }
    const isUnread = answer === undefined || status === "partial"
    return { state: isUnread ? "unread" : "not-found", value: "" }
  })
}

/** A document that was not listed before gets a row too. */
function change({ rows, places, tasks }: LiveState, id: string, fields: Partial<GridRow>): boolean {
  const place = places.get(id) ?? rows.length
  const before = rows[place] ?? { id, title: id, status: "waiting", cells: tasks.map(() => pending) }
  rows[place] = { ...before, ...fields }
  places.set(id, place)
  return true
}

/** Of a run that is over nothing is under way, however it ended. */
export function stopRows({ rows }: LiveState): void {
  rows.forEach((row, index) => {
    if (["reading", "searching", "waiting"].includes(row.status)) rows[index] = { ...row, status: "stopped" }
  })
}
