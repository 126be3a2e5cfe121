import type { UsageReport, UsageTotals } from "../../../contracts/usage"
import { count, make } from "../dom"
import { labelOf } from "../labels"

const headings = ["Calls", "Input tokens", "of them cached", "Output tokens", "Cost"]
const stages = ["index", "coordinator", "search", "agent", "synthesis"] as const

/** Calls, tokens and cost by stage and by model. */
export function usageTables({ byStage, byModel, ...total }: UsageReport): HTMLElement[] {
  const byStages = stages.flatMap((stage): [string, UsageTotals][] => {
    const used = byStage[stage]
    return used === undefined ? [] : [[labelOf(stage), used]]
  })
  const notes = [
    total.lowerBound ? ["A call failed, or a provider reported no tokens: it was at least this much."] : [],
    total.unpricedModels.length > 0 ? [`No price is known for ${total.unpricedModels.join(", ")}.`] : [],
    total.fromCache === undefined
      ? []
      : [`${count(total.fromCache.calls)} more calls were answered by the cache.`],
  ].flat()
  if (total.calls === 0) return [make("p", { class: "soft" }, "No model was called.")]
  return [
    usageTable("Stage", [...byStages], total),
    usageTable("Model", Object.entries(byModel), undefined),
    ...notes.map((note) => make("p", { class: "soft" }, note)),
  ]
}

function usageTable(
  name: string,
  rows: readonly (readonly [string, UsageTotals])[],
  total: UsageTotals | undefined,
): HTMLElement {
  const head = make(
    "tr",
    {},
    [name, ...headings].map((heading) => make("th", { scope: "col" }, heading)),
  )
  const body = rows.map(([label, used]) => usageRow(label, used))
  const foot = total === undefined ? undefined : make("tfoot", {}, usageRow("All", total))
  return make(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": `Usage by ${name.toLowerCase()}` },
    make("table", { class: "figures" }, make("thead", {}, head), make("tbody", {}, body), foot),
  )
}

function usageRow(
  label: string,
  { calls, inputTokens, cachedInputTokens, outputTokens, cost }: UsageTotals,
): HTMLElement {
  const figures = [calls, inputTokens, cachedInputTokens, outputTokens].map(count)
  const cells = [...figures, costOf(cost)].map((text) => make("td", {}, text))
  return make("tr", {}, make("th", { scope: "row" }, label), cells)
}

/** Enough digits for what a call costs. */
export const costOf = (cost: number): string =>
  cost === 0 ? "0" : cost.toLocaleString("en-US", { maximumSignificantDigits: cost < 1 ? 2 : 4 })
