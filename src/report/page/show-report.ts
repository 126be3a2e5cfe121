import type { ReportData, ReportGrid } from "../data/types"
import { type Child, make, section } from "./dom"
import { answerText, sourceList } from "./parts/answer"
import { coverageBar, facts, warningList } from "./parts/overview"
import { reportGrid } from "./parts/report-grid"
import type { SourcePanel } from "./parts/source-panel"
import { computedResult, mappingList } from "./parts/table-parts"
import { mergeTree } from "./parts/tree"
import { usageTables } from "./parts/usage"

/** Shows everything that a report holds in `main`. */
export function showReport(data: ReportData, main: HTMLElement, panel: SourcePanel): void {
  const { grid, table, computed, mappings = [], text, citations, warnings, tree, documents, usage } = data
  main.append(facts(data), coverageBar(documents))
  if (warnings.length > 0) section(main, "warnings", "Warnings", warningList(data))
  if (text !== undefined) section(main, "answer", "Answer", answerText(data, panel))
  if (computed !== undefined) section(main, "computed", "What was computed", ...computedResult(computed))
  const brought = mappings.length === 0 ? undefined : mappingList(mappings)
  if (table !== undefined) showGrid("table", "The table behind it", table, brought)
  if (grid.kind === "tasks") showGrid("matrix", "Every document, every task", grid, undefined, tasks(data))
  else showGrid("matrix", "Table", grid, brought)
  if (citations.length > 0) section(main, "sources", "Sources", sourceList(data, panel))
  if (tree !== undefined) section(main, "tree", "How the answer was merged", mergeTree(tree, documents))
  section(main, "usage", "Cost by stage", ...usageTables(usage))

  function showGrid(id: string, heading: string, shown: ReportGrid, below?: Child, above?: Child): void {
    const made = reportGrid(documents, shown, panel)
    section(main, id, heading, above, made.element, below)
    // It measures itself, so it has to be in the page.
    made.refresh()
  }
}

function tasks({ grid, directive }: ReportData): HTMLElement | undefined {
  if (grid.kind !== "tasks") return undefined
  return make(
    "details",
    { class: "plan" },
    make("summary", {}, "The plan"),
    make(
      "ol",
      {},
      grid.columns.map(({ title }) => make("li", { dir: "auto" }, title)),
    ),
    directive ? make("p", { class: "soft", dir: "auto" }, directive) : undefined,
  )
}
