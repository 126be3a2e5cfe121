import { count, counted, make } from "../../report/page/dom"
import { createGrid, type Grid } from "../../report/page/grid/grid"
import { labelOf } from "../../report/page/labels"
import type { SourcePanel } from "../../report/page/parts/source-panel"
import { showText } from "../../report/page/text/show-text"
import type { PageEvent } from "../page-event"
import { apply, type LiveState, startOf, stopRows } from "./live-state"

export interface LiveView {
  readonly element: HTMLElement
  take(event: PageEvent): void
  /** Nothing comes any more. */
  end(): void
}

const statuses = [
  "waiting",
  "reading",
  "searching",
  "answered",
  "not-found",
  "partial",
  "failed",
  "skipped",
  "stopped",
]
const states = ["found", "not-found", "unsupported", "unread", "pending"]

/** A run while it goes on: the matrix fills, then the answer is written. */
export function createLiveView(
  documents: readonly { readonly id: string; readonly title: string }[],
  panel: SourcePanel,
  say: (text: string) => void,
): LiveView {
  const state = startOf(documents)
  const bar = make("progress", { max: Math.max(1, state.total), value: 0, "aria-label": "Documents read" })
  const counts = make("span", { class: "soft" })
  const merge = make("span", { class: "soft" })
  const answer = make("div", { class: "answer" })
  const answerBox = make(
    "section",
    { "aria-label": "Answer so far", hidden: true },
    make("h2", {}, "Answer"),
    answer,
  )
  const gridBox = make("div", {})
  const element = make(
    "div",
    { class: "live" },
    answerBox,
    make(
      "section",
      { "aria-labelledby": "live-heading" },
      make("h2", { id: "live-heading" }, "Every document, every task"),
      make("div", { class: "live-head" }, bar, counts, merge),
      gridBox,
    ),
  )
  let grid = gridOf(state, panel)
  let said = ""
  let isPlanned = false
  let isScheduled = false
  let rowsChanged = true
  let shownText = ""
  gridBox.append(grid.element)

  /** As many events as may come between two frames are shown at once. */
  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    requestAnimationFrame(() => {
      isScheduled = false
      show()
    })
  }

  function show(): void {
    const { tasks, done, total, text } = state
    if (!isPlanned && tasks.length > 0) {
      isPlanned = true
      grid = gridOf(state, panel)
      gridBox.replaceChildren(grid.element)
    }
    if (rowsChanged) grid.refresh()
    rowsChanged = false
    bar.max = Math.max(1, total)
    bar.value = done
    counts.textContent = `${count(done)} of ${counted(total, "document")} read`
    merge.textContent = state.merge
    if (text !== shownText) {
      shownText = text
      answerBox.hidden = text === ""
      answer.replaceChildren(...showText(text, () => undefined))
    }
    const message = state.trouble || stageText(state)
    state.trouble = ""
    if (message !== said) say(message)
    said = message
  }

  requestAnimationFrame(show)
  return {
    element,
    take(event) {
      rowsChanged = apply(state, event) || rowsChanged
      schedule()
    },
    end() {
      stopRows(state)
      rowsChanged = true
      said = stageText(state)
      schedule()
    },
  }
}

function stageText({ stage, total }: LiveState): string {
  if (stage === "planning") return `Planning how to ask ${counted(total, "document")} …`
  if (stage === "reading") return `Reading ${counted(total, "document")} …`
  return stage === "merging" ? "Merging what was found …" : "Writing the answer …"
}

function gridOf(state: LiveState, panel: SourcePanel): Grid {
  const columns = state.tasks.map((title) => ({ title }))
  return createGrid({
    name: "Tasks by documents",
    rowTitle: "Document",
    choices: { statuses, states },
    data: () => ({ columns, rows: state.rows }),
    onOpen({ id, title, status, cells }, column, opener) {
      const document = { id, title, status, slices: [] }
      const cell = cells[column]
      const label = cell === undefined ? labelOf(status) : `Task ${column + 1}: ${columns[column]!.title}`
      const shown = cell === undefined ? cells : [cell]
      const value = cell === undefined ? undefined : cell.value || labelOf(cell.state)
      panel.show({ label, document, value, quotes: shown.flatMap(({ quotes = [] }) => quotes) }, opener)
    },
    onExport: undefined,
  })
}
