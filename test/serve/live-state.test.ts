import { expect, test } from "vitest"
import { apply, startOf, stopRows } from "../../src/serve/page/live-state"
import type { PageEvent } from "../../src/serve/page-event"

const documents = [
  { id: "a", title: "A" },
  { id: "b", title: "B" },
]
const plan = { tasks: ["Term?", "Law?"], synthesisDirective: "" }
const answer = (task: number, found: boolean) => ({
  task,
  found,
  answer: found ? "30 days" : "",
  quotes: [],
})

function after(...events: PageEvent[]) {
  const state = startOf(documents)
  const changed = events.map((event) => apply(state, event))
  const rows = state.rows.map(({ title, status, cells }) => {
    return `${title} ${status}: ${cells.map((cell) => cell.value || cell.state).join(", ")}`
  })
  return { state, rows, changed }
}

const end = (
  documentId: string,
  status: "answered" | "partial" | "failed",
  answers: ReturnType<typeof answer>[],
) => ({ type: "agent-end", documentId, status, answers, done: 1, documentCount: 2 }) as PageEvent

test("the rows follow the agents", () => {
  const { rows, state, changed } = after(
    { type: "run-start", question: "?", documentCount: 2 },
    { type: "plan-end", plan },
    { type: "agent-start", documentId: "a", title: "Title of A" },
    { type: "search-start", documentId: "a", query: "term" },
    end("b", "answered", [answer(1, true), answer(2, false)]),
  )
  expect(rows).toEqual(["Title of A searching: pending, pending", "B answered: 30 days, not-found"])
  expect([state.stage, state.done, state.total]).toEqual(["reading", 1, 2])
  expect(changed).toEqual([false, true, true, true, true])
})

test("what was not read is not said to be missing", () => {
  expect(
    after(
      { type: "plan-end", plan },
      end("a", "partial", [answer(1, true), answer(2, false)]),
      end("b", "failed", []),
    ).rows,
  ).toEqual(["A partial: 30 days, unread", "B failed: unread, unread"])
})

test("a document that was not listed gets a row", () => {
  const { rows } = after({ type: "plan-end", plan }, { type: "agent-start", documentId: "c", title: "C" })
  expect(rows.at(-1)).toBe("C reading: pending, pending")
})

test("the text is what was written since it was last taken back", () => {
  const delta = (text: string, more: object = {}) => ({ type: "answer-delta", text, ...more }) as PageEvent
  const { state } = after(delta("Wrong"), delta("", { restart: true }), delta("Right"), delta("."))
  expect([state.text, state.stage]).toEqual(["Right.", "writing"])
})

test("of a run that is over nothing is under way", () => {
  const { state } = after({ type: "plan-end", plan }, end("a", "answered", []))
  stopRows(state)
  expect(state.rows.map(({ status }) => status)).toEqual(["answered", "stopped"])
})
