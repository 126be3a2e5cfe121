import type { ReportCell, ReportData, ReportDocument, ReportGrid } from "../../data/types"
import { make } from "../dom"
import { createGrid, type Grid } from "../grid/grid"
import type { GridRow } from "../grid/model"
import { labelOf } from "../labels"
import type { Source, SourcePanel } from "./source-panel"

/** A grid of a report, in which a cell opens its quotes. */
export function reportGrid(documents: ReportData["documents"], grid: ReportGrid, panel: SourcePanel): Grid {
  const places = new Map<GridRow, number>()
  const rows = grid.rows.map(({ document, cells }, index): GridRow => {
    const { id, title, status } = documents[document]!
    const row = { id, title, status, cells }
    places.set(row, index)
    return row
  })
  const data = { columns: grid.columns, rows }
  return createGrid({
    name: grid.kind === "tasks" ? "Tasks by documents" : "Table",
    rowTitle: "Document",
    data: () => data,
    choices: {
      statuses: [...new Set(rows.map(({ status }) => status))],
      states: [...new Set(rows.flatMap(({ cells }) => cells.map(({ state }) => state)))],
    },
    onOpen(row, column, opener) {
      const document = documents[grid.rows[places.get(row)!]!.document]!
      const cells = row.cells as readonly ReportCell[]
      const cell = cells[column]
      const source =
        cell === undefined
          ? wholeDocument(grid, document, cells)
          : { label: nameOf(grid, column), document, ...shownCell(cell) }
      panel.show(source, opener)
    },
    onExport: (csv) => download(csv, grid.kind === "tasks" ? "matrix.csv" : "table.csv"),
  })
}

const nameOf = ({ columns, kind }: ReportGrid, column: number): string =>
  `${kind === "tasks" ? `Task ${column + 1}: ` : ""}${columns[column]!.title}`

const shownCell = ({ state, value, notes, quotes = [] }: ReportCell) => ({
  value: value === "" ? labelOf(state) : value,
  notes,
  quotes,
})

function wholeDocument(grid: ReportGrid, document: ReportDocument, cells: readonly ReportCell[]): Source {
  return {
    label: labelOf(document.status),
    document,
    answers: cells.map(({ value, state }, column) => [nameOf(grid, column), value || labelOf(state)]),
    quotes: cells.flatMap(({ quotes = [] }) => quotes),
  }
}

/** Hands a file to the reader of the page. A byte order mark makes spreadsheets read it as UTF-8. */
function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob(["\ufeff", text], { type: "text/csv;charset=utf-8" }))
  make("a", { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
