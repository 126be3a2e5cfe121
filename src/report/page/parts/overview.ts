import type { ReportData } from "../../data/types"
import { type Child, count, counted, make } from "../dom"
import { labelOf } from "../labels"
import { costOf } from "./usage"

const statuses = ["answered", "not-found", "partial", "failed", "skipped"]

/** What became of the documents, as a bar and in words. */
export function coverageBar(documents: readonly { readonly status: string }[]): HTMLElement {
  const counts = statuses
    .map((status) => ({ status, count: documents.filter((one) => one.status === status).length }))
    .filter((one) => one.count > 0)
  const bar = make("div", { class: "bar", "aria-hidden": "true" })
  for (const one of counts) {
    const part = make("span", { "data-status": one.status })
    part.style.flexGrow = String(one.count)
    bar.append(part)
  }
  const legend = counts.map((one) =>
    make(
      "li",
      { "data-status": one.status },
      make("strong", {}, count(one.count)),
      ` ${labelOf(one.status)}`,
    ),
  )
  return make("div", { class: "coverage" }, bar, make("ul", { "aria-label": "Documents by outcome" }, legend))
}

/** Documents, time, calls, tokens and cost in a line. */
export function facts({ documents, usage, durationMs, citations, text }: ReportData): HTMLElement {
  const tokens = usage.inputTokens + usage.outputTokens
  const priced = usage.cost > 0 ? [["Cost", costOf(usage.cost)]] : []
  const cited = text === undefined ? [] : [["Sources", count(citations.length)]]
  const entries = [
    ["Documents", count(documents.length)],
    ...cited,
    ["Calls", count(usage.calls)],
    ["Tokens", count(tokens)],
    ...priced,
    ["Time", timeOf(durationMs)],
  ]
  const pair = ([name, value]: readonly string[]): Child =>
    make("div", {}, make("dt", {}, name), make("dd", {}, value))
  return make("dl", { class: "facts" }, entries.map(pair))
}

function timeOf(durationMs: number): string {
  if (durationMs < 1000) return `${Math.round(durationMs)} ms`
  const seconds = durationMs / 1000
  return seconds < 120 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`
}

export function warningList({ warnings, documents }: ReportData): HTMLElement {
  const titles = new Map(documents.map(({ id, title }) => [id, title]))
  return make(
    "ul",
    { class: "warnings" },
    warnings.map(({ message, documentIds = [] }) => {
      const names = documentIds.map((id) => make("li", { dir: "auto" }, titles.get(id) ?? id))
      const list =
        names.length === 0
          ? undefined
          : make("details", {}, make("summary", {}, counted(names.length, "document")), make("ul", {}, names))
      return make("li", {}, make("span", { dir: "auto" }, message), list)
    }),
  )
}
