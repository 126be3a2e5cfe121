import { button, make } from "../dom"
import { labelOf } from "../labels"
import type { GridData, GridRow, GridSort } from "./model"

export const cellId = (prefix: string, row: number, column: number): string => `${prefix}-${row}-${column}`

/** The names of the columns, each a button that sorts. */
export function headRow(
  { columns }: GridData,
  rowTitle: string,
  sort: GridSort | undefined,
  onSort: (column: number) => void,
): HTMLElement {
  const names = [{ title: rowTitle }, { title: "Status" }, ...columns]
  return make(
    "div",
    { class: "row head", role: "row", "aria-rowindex": 1 },
    names.map((column, index) => {
      const sorted = sort?.column === index - 2 ? (sort.descending ? "descending" : "ascending") : "none"
      const number = index < 2 ? undefined : make("span", { class: "number" }, String(index - 1))
      const name = make("span", { class: "clamp", dir: "auto" }, column.title)
      const detail = "detail" in column ? column.detail : undefined
      const title = detail === undefined ? column.title : `${column.title}\n${detail}`
      const attributes = { role: "columnheader", "aria-colindex": index + 1, "aria-sort": sorted, title }
      // Reached by Tab as a row of buttons; the arrows move in the cells below.
      return make(
        "div",
        attributes,
        button([number, name], () => onSort(index - 2), { class: "sort" }),
      )
    }),
  )
}

/** One row; `at` is its place among those shown. */
export function bodyRow(row: GridRow, at: number, prefix: string): HTMLElement {
  const cell = (column: number, attributes: Record<string, string>, text: string) =>
    make(
      "div",
      {
        role: "gridcell",
        id: cellId(prefix, at, column),
        "aria-colindex": column + 1,
        "data-column": column,
        ...attributes,
      },
      make("span", { dir: "auto" }, text),
    )
  return make(
    "div",
    { class: "row", role: "row", "aria-rowindex": at + 2, "data-row": at, "data-status": row.status },
    cell(0, { role: "rowheader", title: row.title }, row.title),
    cell(1, { class: "status" }, labelOf(row.status)),
    row.cells.map(({ state, value }, index) =>
      cell(index + 2, { "data-state": state }, state === "found" ? value : value || labelOf(state)),
    ),
  )
}

/** Every row with its values in full, for paper. */
export function printedTable({ columns, rows }: GridData, rowTitle: string): HTMLElement {
  const head = [rowTitle, "Status", ...columns.map(({ title }) => title)]
  return make(
    "table",
    { class: "printed" },
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        head.map((title) => make("th", { scope: "col" }, title)),
      ),
    ),
    make(
      "tbody",
      {},
      rows.map(({ title, status, cells }) => {
        const values = cells.map(({ value, state }) => value || labelOf(state))
        return make(
          "tr",
          {},
          make("th", { scope: "row" }, title),
          [labelOf(status), ...values].map((value) => make("td", {}, value)),
        )
      }),
    ),
  )
}
