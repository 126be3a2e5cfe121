/**
 * The paper's benchmark, coverage on contracts, and tables of figures, run on a system of one's own.
 *
 * @module spd-rag/evaluation
 */
export {
  type Contract,
  type CuadData,
  type CuadOptions,
  contractDocument,
  type GoldFact,
  loadCuad,
  type Span,
} from "./coverage/cuad"
export { coverageOverview } from "./coverage/overview"
export type { PassagesRead } from "./coverage/passages-read"
export { type CoverageQuestion, coverageInstruction, coverageQuestions } from "./coverage/questions"
export { type CoverageAnswer, rowsAfterSynthesis, rowsBeforeSynthesis } from "./coverage/rows"
export { type RunCoverageOptions, runCoverage } from "./coverage/run"
export {
  type CoverageRow,
  type CoverageScores,
  coverageScores,
  type DocumentScore,
  scoreRow,
} from "./coverage/score"
export { coverageTables, scoresOf } from "./coverage/tables"
export type { EvaluatedAnswer, EvaluatedRag, EvaluatedSystem, RunUsage } from "./evaluated-system"
export { pinnedFilings } from "./loong/documents"
export type {
  LoongAnswer,
  LoongData,
  LoongInstance,
  LoongTask,
  LoongType,
  UnusableRow,
} from "./loong/instance"
export { type Judgement, type JudgeRequest, judgeAnswer, judgeMessages, parseRating } from "./loong/judge"
export { type LoongOptions, loadLoong } from "./loong/read"
export { type RunLoongOptions, runLoong } from "./loong/run"
export { type MechanicalKind, type MechanicalScore, mechanicalKind, scoreMechanically } from "./loong/score"
export { type LoongSummary, summarizeLoong } from "./loong/summary"
export { loongTables } from "./loong/tables"
export { titleMatch, titleMatchStages } from "./loong/title-match"
export { coveragePlots, loongPlots } from "./plots/benchmark"
export { listPrices } from "./prices"
export { type Excerpt, loadExcerpts } from "./reading/excerpts"
export { readingTable, runReading } from "./reading/run"
export type { ReadingScore } from "./reading/score"
export { type BenchmarkOptions, type BenchmarkTask, runBenchmark } from "./run-benchmark"
export { memoryRunLog, openRunLog, type RunLog, type RunRecord } from "./run-log"
export {
  type BootstrapOptions,
  bootstrapInterval,
  type Interval,
  mean,
  type Random,
  seededRandom,
} from "./scoring/bootstrap"
export { normalizeText } from "./scoring/normalize"
export { addSetScores, longestCommonRun, type SetScore, scoreSets } from "./scoring/set-score"
export { type CallTiming, type SimulatedSystem, type SimulateOptions, simulate } from "./simulate"
export { runTableAnswers, type TableAnswerScore, tableAnswersReport } from "./tables/answers"
export {
  type CheckedQuery,
  type ContractTableScore,
  type RunContractTablesOptions,
  runContractTables,
} from "./tables/contracts"
export {
  type FinancialTableAnswer,
  financialTablesReport,
  runFinancialTables,
} from "./tables/loong/run"
export { type ReadingTablesScore, readingTablesReport, runReadingTables } from "./tables/reading/run"
export { contractTablesReport } from "./tables/report"
