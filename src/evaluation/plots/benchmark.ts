import type { PassagesRead } from "../coverage/passages-read"
import { scoresOf } from "../coverage/tables"
import { groupBy } from "../group-by"
import { loongTasks } from "../loong/instance"
import { type LoongSummary, summarizeLoong } from "../loong/summary"
import type { RunRecord } from "../run-log"
import { seededRandom } from "../scoring/bootstrap"
import { barChart, scatterChart } from "./plots"

/** SVG texts by file name: score by task, score by domain, cost against score, latency. */
export function loongPlots(records: readonly RunRecord[]): ReadonlyMap<string, string> {
  const systems = [...groupBy(records, ({ system }) => system)].map(([name, own]) => ({ name, own }))
  const summarize = (some: readonly RunRecord[]) => summarizeLoong(some, seededRandom(1))
  const score = (s: LoongSummary) => (Number.isNaN(s.averageScore) ? s.mechanicalScore : s.averageScore)
  const scoreBy = (field: "task" | "type", groups: readonly string[]) =>
    barChart({
      title: field === "task" ? "Score by task" : "Score by domain",
      yLabel: "score",
      groups,
      series: systems.map(({ name, own }) => ({
        name,
        values: groups.map((group) => score(summarize(own.filter((record) => record[field] === group)))),
      })),
    })
  const domains = ["paper", "financial", "legal"].filter((type) =>
    records.some((record) => record.type === type),
  )
  const all = systems.map(({ name, own }) => ({ name, summary: summarize(own) }))
  return new Map([
    ["score-by-task.svg", scoreBy("task", loongTasks)],
    ["score-by-domain.svg", scoreBy("type", domains)],
    [
      "cost-against-score.svg",
      scatterChart({
        title: "Cost against score",
        xLabel: "cost of an instance",
        yLabel: "score",
        points: all.map(({ name, summary }) => ({ name, x: summary.cost, y: score(summary) })),
      }),
    ],
    [
      "latency.svg",
      barChart({
        title: "Latency",
        yLabel: "seconds an instance",
        groups: [""],
        series: all.map(({ name, summary }) => ({ name, values: [summary.latencySeconds] })),
      }),
    ],
  ])
}

/** One SVG text a question by file name: tokens read against the share of rows that are right. */
export function coveragePlots(records: readonly RunRecord[]): ReadonlyMap<string, string> {
  const ok = records.filter(({ status }) => status === "ok")
  return new Map(
    [...groupBy(ok, ({ id }) => id)].map(([id, own]) => [
      `${id.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.svg`,
      scatterChart({
        title: `${id} documents`,
        xLabel: "passage tokens read",
        yLabel: "rows right",
        xScale: "log",
        points: own.map((record) => ({
          name: record.system,
          x: (record.read as unknown as PassagesRead).passageTokens,
          y: scoresOf(record).after.rowsRight,
        })),
      }),
    ]),
  )
}
