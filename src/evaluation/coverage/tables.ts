import type { RunUsage } from "../evaluated-system"
import { groupBy } from "../group-by"
import { formatCount, formatInterval, formatNumber, markdownTable } from "../markdown"
import type { RunRecord } from "../run-log"
import { bootstrapInterval, seededRandom } from "../scoring/bootstrap"
import type { PassagesRead } from "./passages-read"
import { type CoverageScores, coverageScores, type DocumentScore } from "./score"

/**
 * The coverage benchmark as Markdown: one table a question, one row a system, the quality of the final rows beside
 * what was read for it. `lost` is fact recall before synthesis minus after. Intervals are bootstrapped over documents.
 */
export function coverageTables(records: readonly RunRecord[], seed = 1): string {
  const tables = [...groupBy(records, ({ id }) => id)].map(([id, own]) => {
    const rows = own.map((record) => (record.status === "ok" ? rowOf(record, seed) : failedRow(record)))
    return `### ${id} documents\n\n${markdownTable(head, rows)}`
  })
  const failed = records.filter(({ status }) => status === "failed")
  const problems = failed.map(
    ({ system, id, error }) => `- ${system}, ${id}: ${error?.name}: ${error?.message}`,
  )
  const unusable = new Set(
    records
      .flatMap((record) => (record.unusable as { id: string; reason: string }[] | undefined) ?? [])
      .map(({ id, reason }) => `- ${id}: ${reason}`),
  )
  return [
    ...tables,
    ...(problems.length > 0 ? [`### Failed\n\n${problems.join("\n")}`] : []),
    ...(unusable.size > 0 ? [`### Contracts that could not be read\n\n${[...unusable].join("\n")}`] : []),
  ].join("\n\n")
}

/** Scores of one record, before and after synthesis. */
export function scoresOf(record: RunRecord): {
  readonly before: CoverageScores
  readonly after: CoverageScores
} {
  return {
    before: coverageScores(record.before as unknown as readonly DocumentScore[]),
    after: coverageScores(record.after as unknown as readonly DocumentScore[]),
  }
}

const head = [
  "system",
  "document coverage",
  "fact recall",
  "evidence hit",
  "absent accuracy",
  "fabricated",
  "quotes valid",
  "rows right",
  "lost by synthesis",
  "passages read",
  "passage tokens",
  "model input tokens",
  "calls",
  "cost",
  "seconds",
]

function rowOf(record: RunRecord, seed: number): string[] {
  const { before, after } = scoresOf(record)
  const documents = record.after as unknown as readonly DocumentScore[]
  const usage = record.usage as unknown as RunUsage
  const read = record.read as unknown as PassagesRead
  const interval = (field: keyof CoverageScores) =>
    formatInterval(
      after[field],
      bootstrapInterval(documents, {
        random: seededRandom(seed),
        statistic: (sample) => coverageScores(sample)[field],
        resamples: 500,
      }),
      3,
    )
  return [
    record.system,
    formatNumber(after.documentCoverage, 3),
    interval("factRecall"),
    interval("evidenceHit"),
    interval("absentAccuracy"),
    formatNumber(after.fabricationRate, 3),
    formatNumber(after.quoteValidity, 3),
    formatNumber(after.rowsRight, 3),
    formatNumber(before.factRecall - after.factRecall, 3),
    formatCount(read.passages),
    formatCount(read.passageTokens),
    formatCount(usage.inputTokens),
    formatCount(usage.calls),
    usage.unpricedModels.length > 0 ? "no price" : formatNumber(usage.cost, 3),
    formatNumber(usage.durationMs / 1000, 1),
  ]
}

function failedRow(record: RunRecord): string[] {
  return [record.system, `failed: ${record.error?.name}`, ...head.slice(2).map(() => "-")]
}
