import type { ReportComputed, ReportMapping } from "../../data/types"
import { type Child, counted, make } from "../dom"

/** What was computed from a table, and by which query. */
export function computedResult({ sql, columns, rows, left }: ReportComputed): HTMLElement[] {
  const more = left === 0 ? [] : [make("p", { class: "soft" }, `And ${counted(left, "row")} more.`)]
  const query = make(
    "details",
    {},
    make("summary", {}, "The query"),
    make("pre", { tabindex: 0, role: "region", "aria-label": "The query" }, sql ?? ""),
  )
  return [plainTable("Result", columns, rows), ...more, ...(sql === undefined ? [] : [query])]
}

/** The values that were brought to others; they come into the page when they are asked for. */
export function mappingList(mappings: readonly ReportMapping[]): HTMLElement {
  const summary = `${counted(mappings.length, "value was", "values were")} brought to others that mean the same`
  const details = make("details", { class: "mappings" }, make("summary", {}, summary))
  const rows = () =>
    mappings.map(({ column, from, to, by }) => [column, from, to, by === "rule" ? "a rule" : "the model"])
  details.addEventListener("toggle", () => {
    if (details.childElementCount > 1) return
    details.append(plainTable("Values", ["Column", "Read", "Brought to", "By"], rows()))
  })
  return details
}

function plainTable(
  name: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): HTMLElement {
  const head = columns.map((column) => make("th", { scope: "col", dir: "auto" }, column))
  const body = rows.map((values): Child => {
    return make(
      "tr",
      {},
      values.map((value) => make("td", { dir: "auto" }, value)),
    )
  })
  return make(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": name },
    make("table", {}, make("thead", {}, make("tr", {}, head)), make("tbody", {}, body)),
  )
}
