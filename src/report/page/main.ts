import type { ReportData } from "../data/types"
import { make } from "./dom"
import { createSourcePanel } from "./parts/source-panel"
import { showReport } from "./show-report"

const data = JSON.parse(document.getElementById("data")!.textContent) as ReportData
const panel = createSourcePanel()
const main = make("main", {})
document.body.append(
  make("a", { class: "skip", href: "#matrix" }, "To the matrix"),
  make(
    "header",
    { class: "page" },
    make("p", { class: "soft" }, "spd-rag report"),
    make("h1", { dir: "auto" }, data.title),
  ),
  main,
  panel.element,
)
showReport(data, main, panel)
