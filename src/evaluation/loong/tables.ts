import { groupBy } from "../group-by"
import { formatCount, formatInterval, formatNumber, markdownTable } from "../markdown"
import type { RunRecord } from "../run-log"
import { seededRandom } from "../scoring/bootstrap"
import { loongTasks } from "./instance"
import { type LoongSummary, summarizeLoong } from "./summary"

/**
 * The paper's tables of one run as Markdown: overall, by task, by domain, cost and latency; then what failed, by
 * name. Ninety-five percent bootstrap intervals stand in brackets.
 */
export function loongTables(records: readonly RunRecord[], seed = 1): string {
  const bySystem = groupBy(records, ({ system }) => system)
  const summarize = (some: readonly RunRecord[]) => summarizeLoong(some, seededRandom(seed))
  const systems = [...bySystem].map(([name, own]) => ({ name, own, all: summarize(own) }))
  const isJudged = systems.some(({ all }) => !Number.isNaN(all.averageScore))
  const score = (s: LoongSummary) => (isJudged ? s.averageScore : s.mechanicalScore)
  const interval = (s: LoongSummary) => (isJudged ? s.averageScoreInterval : s.mechanicalScoreInterval)
  const scoreName = isJudged ? "avg score (judge)" : "avg score (exact code)"

  const overall = markdownTable(
    [
      "system",
      "instances",
      "failed",
      "unrated",
      "success %",
      scoreName,
      "perfect %",
      "exact code",
      "exact %",
    ],
    systems.map(({ name, all }) => [
      name,
      String(all.instances),
      String(all.failed),
      String(all.unrated),
      formatNumber(100 * all.successRate, 1),
      formatInterval(score(all), interval(all), 1),
      formatInterval(all.perfectRate, all.perfectRateInterval, 1),
      `${formatNumber(all.mechanicalScore, 1)} (${all.mechanical})`,
      formatNumber(all.mechanicalExactRate, 1),
    ]),
  )
  const groups = (field: string, names: readonly string[]) =>
    markdownTable(
      ["system", ...names.flatMap((name) => [`${name}`, "n"])],
      systems.map(({ name, own }) => [
        name,
        ...names.flatMap((group) => {
          const some = own.filter((record) => String(record[field]) === group)
          const summary = summarize(some)
          return [formatInterval(score(summary), interval(summary), 1), String(some.length)]
        }),
      ]),
    )
  const present = (field: string, order: readonly string[]) => {
    const values = [...new Set(records.map((record) => String(record[field])))]
    return [
      ...order.filter((name) => values.includes(name)),
      ...values.filter((v) => !order.includes(v)).sort(),
    ]
  }
  const cost = markdownTable(
    ["system", "input tokens", "total tokens", "calls", "cost", "latency s", "models without a price"],
    systems.map(({ name, all }) => [
      name,
      formatCount(all.inputTokens),
      formatCount(all.totalTokens),
      formatNumber(all.calls, 1),
      all.unpricedModels.length > 0 ? `at least ${formatNumber(all.cost, 4)}` : formatNumber(all.cost, 4),
      formatNumber(all.latencySeconds, 1),
      all.unpricedModels.join(", ") || "none",
    ]),
  )
  return [
    `### Overall\n\n${overall}`,
    `### Score by task\n\n${groups("task", present("task", loongTasks))}`,
    `### Score by domain\n\n${groups("type", present("type", ["paper", "financial", "legal"]))}`,
    `### Score by set\n\n${groups("set", present("set", []))}`,
    `### Cost and latency, means an answered instance\n\n${cost}`,
    problems(records),
  ].join("\n\n")
}

function problems(records: readonly RunRecord[]): string {
  const lines = records.flatMap((record) => {
    const judge = record.judge as { rating?: number; error?: string } | undefined
    const name = `- ${record.system}, ${record.id}:`
    if (record.status === "failed") return [`${name} failed, ${record.error?.name}: ${record.error?.message}`]
    if (judge === undefined || judge.rating !== undefined) return []
    return [`${name} unrated, ${judge.error ?? "the judge gave no number"}`]
  })
  return lines.length === 0 ? "No instance failed." : `### Failed and unrated\n\n${lines.join("\n")}`
}
