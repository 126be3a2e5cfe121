import type { RunUsage } from "../evaluated-system"
import type { RunRecord } from "../run-log"
import { bootstrapInterval, type Interval, mean, type Random } from "../scoring/bootstrap"
import type { MechanicalScore } from "./score"

/** Figures of one system on one group of instances. */
export interface LoongSummary {
  readonly instances: number
  readonly failed: number
  /** Answered, and the judge gave no number: left out of both judge figures. */
  readonly unrated: number
  /** Share of instances that were answered. */
  readonly successRate: number
  /** Mean rating from 0 to 100 of rated and failed instances, the failed as 0. NaN without a judge. */
  readonly averageScore: number
  readonly averageScoreInterval: Interval
  /** Percent of the same instances rated exactly 100. */
  readonly perfectRate: number
  readonly perfectRateInterval: Interval
  /** Instances that exact code can score, the failed ones included. */
  readonly mechanical: number
  /** Mean of the exact code's scores from 0 to 100, failed instances as 0. */
  readonly mechanicalScore: number
  readonly mechanicalScoreInterval: Interval
  readonly mechanicalExactRate: number
  /** Means over answered instances. */
  readonly inputTokens: number
  readonly totalTokens: number
  readonly calls: number
  readonly cost: number
  readonly latencySeconds: number
  readonly unpricedModels: readonly string[]
}

/** Adds up the records of one system; `random` drives the bootstrap over instances. */
export function summarizeLoong(records: readonly RunRecord[], random: Random): LoongSummary {
  const answered = records.filter(({ status }) => status === "ok")
  const failed = records.length - answered.length
  const ratings = answered.map((record) => (record.judge as { rating?: number } | undefined)?.rating)
  const rated = ratings.filter((rating) => rating !== undefined)
  const isJudged = answered.some((record) => record.judge !== undefined)
  const scores = isJudged ? [...rated, ...zeros(failed)] : []
  const perfect = scores.map((score) => (score === 100 ? 100 : 0))
  const mechanical = answered.flatMap((record) =>
    record.mechanical === undefined ? [] : [record.mechanical as unknown as MechanicalScore],
  )
  const failedMechanical = records.filter(
    ({ status, scoring }) => status === "failed" && scoring !== "judge",
  ).length
  const mechanicalScores = [...mechanical.map(({ score }) => 100 * score), ...zeros(failedMechanical)]
  const usages = answered.map((record) => record.usage as unknown as RunUsage)
  const of = (figure: (usage: RunUsage) => number) => mean(usages.map(figure))
  const interval = (values: readonly number[]) => bootstrapInterval(values, { random, statistic: mean })
  return {
    instances: records.length,
    failed,
    unrated: isJudged ? answered.length - rated.length : 0,
    successRate: records.length === 0 ? Number.NaN : answered.length / records.length,
    averageScore: mean(scores),
    averageScoreInterval: interval(scores),
    perfectRate: mean(perfect),
    perfectRateInterval: interval(perfect),
    mechanical: mechanicalScores.length,
    mechanicalScore: mean(mechanicalScores),
    mechanicalScoreInterval: interval(mechanicalScores),
    mechanicalExactRate: mean([
      ...mechanical.map(({ exact }) => (exact ? 100 : 0)),
      ...zeros(failedMechanical),
    ]),
    inputTokens: of(({ inputTokens }) => inputTokens),
    totalTokens: of(({ inputTokens, outputTokens }) => inputTokens + outputTokens),
    calls: of(({ calls }) => calls),
    cost: of(({ cost }) => cost),
    latencySeconds: of(({ durationMs }) => durationMs / 1000),
    unpricedModels: [...new Set(usages.flatMap(({ unpricedModels }) => unpricedModels))].sort(),
  }
}

function zeros(count: number): readonly number[] {
  return Array.from({ length: count }, () => 0)
}
