import { groupBy } from "../group-by"
import { formatCount, formatInterval, formatNumber, markdownTable } from "../markdown"
import type { RunRecord } from "../run-log"
import { seededRandom } from "../scoring/bootstrap"
import { loongTasks } from "./instance"
import { type LoongSummary, summarizeLoong } from "./summary"

/**
 * Tables 1 to 4 of the paper as Markdown: overall, by task, by domain, and what a score costs; by set too where there
 * are several; then what failed, by name. Ninety-five percent bootstrap intervals stand in brackets. Where no judge
 * rated, score and perfect rate are those of the exact code.
 */
export function loongTables(records: readonly RunRecord[], seed = 1): string {
  const summarize = (some: readonly RunRecord[]) => summarizeLoong(some, seededRandom(seed))
  const systems = [...groupBy(records, ({ system }) => system)].map(([name, own]) => {
    return { name, own, all: summarize(own) }
  })
  const isJudged = systems.some(({ all }) => !Number.isNaN(all.averageScore))
  const shown = shownFigures(isJudged)
  const groups = (field: string, names: readonly string[]) =>
    markdownTable(
      ["system", ...names.flatMap((name) => [name, "perfect %", "n"])],
      systems.map(({ name, own }) => [
        name,
        ...names.flatMap((group) => {
          const some = own.filter((record) => String(record[field]) === group)
          const summary = summarize(some)
          return [shown.score(summary), shown.perfect(summary), String(some.length)]
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
  const sets = present("set", [])
  return [
    `### Table 1: overall\n\n${overallTable(systems, shown)}`,
    `### Table 2: score and perfect rate by task\n\n${groups("task", present("task", loongTasks))}`,
    `### Table 3: score and perfect rate by domain\n\n${groups("type", present("type", ["paper", "financial", "legal"]))}`,
    `### Table 4: cost and latency, means an answered instance\n\n${costTable(systems, shown)}`,
    ...(sets.length > 1 ? [`### Score and perfect rate by set\n\n${groups("set", sets)}`] : []),
    problems(records),
  ].join("\n\n")
}

interface SummarizedSystem {
  readonly name: string
  readonly all: LoongSummary
}

/** What stands for score and perfect rate. */
interface ShownFigures {
  readonly name: string
  readonly scoreOf: (summary: LoongSummary) => number
  readonly score: (summary: LoongSummary) => string
  readonly perfect: (summary: LoongSummary) => string
}

function shownFigures(isJudged: boolean): ShownFigures {
  return isJudged
    ? {
        name: "avg score (judge)",
        scoreOf: (s) => s.averageScore,
        score: (s) => formatInterval(s.averageScore, s.averageScoreInterval, 1),
        perfect: (s) => formatInterval(s.perfectRate, s.perfectRateInterval, 1),
      }
    : {
        name: "avg score (exact code)",
        scoreOf: (s) => s.mechanicalScore,
        score: (s) => formatInterval(s.mechanicalScore, s.mechanicalScoreInterval, 1),
        perfect: (s) => formatNumber(s.mechanicalExactRate, 1),
      }
}

function overallTable(systems: readonly SummarizedSystem[], shown: ShownFigures): string {
  return markdownTable(
    [
      "system",
      "instances",
      "failed",
      "unrated",
      "success %",
      shown.name,
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
      shown.score(all),
      shown.perfect(all),
      `${formatNumber(all.mechanicalScore, 1)} (${all.mechanical})`,
      formatNumber(all.mechanicalExactRate, 1),
    ]),
  )
}

function costTable(systems: readonly SummarizedSystem[], { scoreOf }: ShownFigures): string {
  return markdownTable(
    [
      "system",
      "input tokens",
      "total tokens",
      "calls",
      "score a dollar",
      "cost $",
      "latency s",
      "models without a price",
    ],
    systems.map(({ name, all }) => {
      const isPriced = all.unpricedModels.length === 0
      const cost = formatNumber(all.cost, 4)
      return [
        name,
        formatCount(all.inputTokens),
        formatCount(all.totalTokens),
        formatNumber(all.calls, 1),
        isPriced && all.cost > 0 ? formatNumber(scoreOf(all) / all.cost, 0) : "-",
        isPriced ? cost : `at least ${cost}`,
        formatNumber(all.latencySeconds, 1),
        all.unpricedModels.join(", ") || "none",
      ]
    }),
  )
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
