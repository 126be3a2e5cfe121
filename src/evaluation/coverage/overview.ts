import { groupBy } from "../group-by"
import { formatCount, formatNumber, markdownTable } from "../markdown"
import type { RunRecord } from "../run-log"
import { mean } from "../scoring/bootstrap"
import type { PassagesRead } from "./passages-read"
import type { CoverageScores } from "./score"
import { scoresOf } from "./tables"

/**
 * All questions of a coverage run on one page, one table a figure: systems down, questions across, the tokens that
 * each read in the last column (mean of the questions). A failed question has no figure and is named by `coverageTables`.
 */
export function coverageOverview(records: readonly RunRecord[]): string {
  const figures: readonly (readonly [string, (record: RunRecord) => number])[] = [
    ["Fact recall", after("factRecall")],
    ["Evidence hit", after("evidenceHit")],
    ["Absent accuracy", after("absentAccuracy")],
    ["Rows right", after("rowsRight")],
    ["Document coverage", after("documentCoverage")],
    [
      "Fact recall lost by synthesis",
      (record) => {
        const scores = scoresOf(record)
        return scores.before.factRecall - scores.after.factRecall
      },
    ],
  ]
  return figures.map(([title, figure]) => `### ${title}\n\n${table(records, figure)}`).join("\n\n")
}

function table(records: readonly RunRecord[], figure: (record: RunRecord) => number): string {
  const categories = [...new Set(records.map(({ category }) => String(category)))]
  const rows = [...groupBy(records, ({ system }) => system)].map(([system, own]) => {
    const ok = own.filter(({ status }) => status === "ok")
    const values = categories.map((category) => ok.find((record) => record.category === category))
    const tokens = mean(ok.map((record) => (record.read as unknown as PassagesRead).passageTokens))
    return [
      system,
      ...values.map((record) => (record === undefined ? "-" : formatNumber(figure(record), 3))),
      formatCount(tokens),
    ]
  })
  return markdownTable(["system", ...categories, "passage tokens"], rows)
}

function after(field: keyof CoverageScores): (record: RunRecord) => number {
  return (record) => scoresOf(record).after[field]
}
