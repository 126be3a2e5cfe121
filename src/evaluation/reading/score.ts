import type { Citation, DocumentOutcome, TaskAnswer, UsageReport } from "../../contracts"
import { datesOf } from "../../evidence/figures/dates"
import { withPlainDigits } from "../../evidence/figures/digits"
import { normalizeText } from "../scoring/normalize"
import type { Excerpt } from "./excerpts"

/** Numbers of the tasks of `readingPlan`. */
const lawTask = 1
const dateTask = 2

/** How a model read the excerpts, in numbers of them. */
export interface ReadingScore {
  readonly documents: number
  readonly failed: number
  readonly lawRight: number
  readonly laws: number
  /** Excerpts without a law of which none was reported. */
  readonly absentRight: number
  readonly absent: number
  readonly dateRight: number
  readonly found: number
  readonly foundWithQuote: number
  readonly cited: number
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
}

/** What is scored: an answer, or a table, whose columns are the tasks. */
interface ReadExcerpts {
  readonly documents: readonly DocumentOutcome[]
  readonly usage: UsageReport
  readonly citations?: readonly Citation[] | undefined
}

/** What a run made of the excerpts. Calls and tokens are those that were needed, also where a cache had their results. */
export function readingScore(excerpts: readonly Excerpt[], answer: ReadExcerpts): ReadingScore {
  const needed = (name: "calls" | "inputTokens" | "outputTokens") =>
    answer.usage[name] + (answer.usage.fromCache?.[name] ?? 0)
  const outcomes = new Map(answer.documents.map((outcome) => [outcome.documentId, outcome]))
  const rows = excerpts.map((excerpt) => ({ excerpt, outcome: outcomes.get(excerpt.id) }))
  const withLaw = rows.filter(({ excerpt }) => excerpt.law !== null)
  const without = rows.filter(({ excerpt }) => excerpt.law === null)
  const found = rows.flatMap(({ outcome }) => answersOf(outcome).filter((entry) => entry.found))
  return {
    documents: excerpts.length,
    failed: rows.filter(({ outcome }) => outcome === undefined || !("findings" in outcome)).length,
    lawRight: withLaw.filter(({ excerpt, outcome }) => saysLaw(answerTo(outcome, lawTask), excerpt)).length,
    laws: withLaw.length,
    absentRight: without.filter(({ outcome }) => answerTo(outcome, lawTask)?.found === false).length,
    absent: without.length,
    dateRight: rows.filter(({ excerpt, outcome }) => saysDate(answerTo(outcome, dateTask), excerpt)).length,
    found: found.length,
    foundWithQuote: found.filter(({ quotes }) => quotes.length > 0).length,
    cited: new Set((answer.citations ?? []).map(({ documentId }) => documentId)).size,
    calls: needed("calls"),
    inputTokens: needed("inputTokens"),
    outputTokens: needed("outputTokens"),
  }
}

function answersOf(outcome: DocumentOutcome | undefined): readonly TaskAnswer[] {
  return outcome !== undefined && "findings" in outcome ? outcome.findings.answers : []
}

function answerTo(outcome: DocumentOutcome | undefined, task: number): TaskAnswer | undefined {
  return answersOf(outcome).find((answer) => answer.task === task)
}

function saysLaw(answer: TaskAnswer | undefined, { law }: Excerpt): boolean {
  return answer?.found === true && normalizeText(answer.answer).includes(normalizeText(law ?? ""))
}

function saysDate(answer: TaskAnswer | undefined, { date }: Excerpt): boolean {
  if (answer?.found !== true) return false
  return [...datesOf(withPlainDigits(answer.answer))].some(({ readings }) => readings.includes(date))
}
