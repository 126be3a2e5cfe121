import type { ReportData } from "../data/types"
import { make, section } from "./dom"
import { answerText, sourceList } from "./parts/answer"
import { coverageBar, facts, warningList } from "./parts/overview"
import { reportGrid } from "./parts/report-grid"
import type { SourcePanel } from "./parts/source-panel"
import { mergeTree } from "./parts/tree"
import { usageTables } from "./parts/usage"

/** Shows everything that a report holds in `main`. */
export function showReport(data: ReportData, main: HTMLElement, panel: SourcePanel): void {
  const { grid, text, citations, warnings, tree, documents, usage } = data
  main.append(facts(data), coverageBar(documents))
  if (warnings.length > 0) section(main, "warnings", "Warnings", warningList(data))
  if (text !== undefined) section(main, "answer", "Answer", answerText(data, panel))
  const matrix = reportGrid(data, panel)
  section(
    main,
    "matrix",
    grid.kind === "tasks" ? "Every document, every task" : "Table",
    tasks(data),
    matrix.element,
  )
  // It measures itself, so it has to be in the page.
  matrix.refresh()
  if (citations.length > 0) section(main, "sources", "Sources", sourceList(data, panel))
  if (tree !== undefined) section(main, "tree", "How the answer was merged", mergeTree(tree, documents))
  section(main, "usage", "Cost by stage", ...usageTables(usage))
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
