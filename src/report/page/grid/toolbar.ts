import { button, make } from "../dom"
import { labelOf } from "../labels"
import { type GridData, type GridView, viewOfAll } from "./model"

export interface Toolbar {
  readonly element: HTMLElement
  showCount(shown: number, all: number): void
}

/** What rows and cells can be filtered by. */
export interface GridChoices {
  readonly statuses: readonly string[]
  readonly states: readonly string[]
}

/** Search, filters and export of a grid. */
export function gridToolbar(
  data: GridData,
  { statuses, states }: GridChoices,
  view: () => GridView,
  change: (view: GridView) => void,
  exportCSV: (() => void) | undefined,
): Toolbar {
  const search = make("input", { type: "search", placeholder: "Search documents and values" })
  search.addEventListener("input", () => change({ ...view(), search: search.value }))
  const status = select("All documents", statuses, (value) => change({ ...view(), status: value }))
  const columnNames = data.columns.map(({ title }, index) => `${index + 1}. ${title}`)
  const column = make(
    "select",
    {},
    columnNames.map((name, index) => make("option", { value: index }, name)),
  )
  const state = select("any state", states, () => filterColumn())
  const filterColumn = () => {
    const chosen = data.columns.map((_, index) => (index === Number(column.value) ? state.value : ""))
    change({ ...view(), states: chosen })
  }
  column.addEventListener("change", filterColumn)
  const clear = button("Show all", () => {
    search.value = status.value = state.value = ""
    change({ ...viewOfAll(data.columns.length), sort: view().sort })
  })
  const shown = make("span", { class: "soft", role: "status" })
  const element = make(
    "div",
    { class: "toolbar" },
    labelled("Search", search, "grow"),
    labelled("Documents", status),
    data.columns.length > 0 ? [labelled("Where", column, "narrow"), labelled("is", state)] : undefined,
    clear,
    make("span", { class: "spring" }),
    shown,
    exportCSV && button("Export CSV", exportCSV),
  )
  return {
    element,
    showCount(count, all) {
      shown.textContent = count === all ? `${all} rows` : `${count} of ${all} rows`
      clear.disabled = count === all
    },
  }
}

function select(
  all: string,
  values: readonly string[],
  onChange: (value: string) => void,
): HTMLSelectElement {
  const made = make(
    "select",
    {},
    make("option", { value: "" }, all),
    values.map((value) => make("option", { value }, labelOf(value))),
  )
  made.addEventListener("change", () => onChange(made.value))
  return made
}

const labelled = (text: string, control: HTMLElement, className = ""): HTMLElement =>
  make("label", { class: `control ${className}` }, make("span", {}, text), control)
