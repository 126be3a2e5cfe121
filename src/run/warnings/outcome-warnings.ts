import type {
  DocumentOutcome,
  Findings,
  TaskAnswer,
  UnreadDocument,
  UsageReport,
  Warning,
} from "../../contracts"
import { DocumentAgentError, nameOf } from "../../errors"
import type { Limits } from "../../policy/limit-options"

/** What the synthesizer merges: everything that an agent settled. */
export function findingsOf(outcomes: readonly DocumentOutcome[]): readonly Findings[] {
  return outcomes.map(settledFindings).filter((findings) => findings !== undefined)
}

export function settledFindings(outcome: DocumentOutcome): Findings | undefined {
  if (outcome.status === "answered" || outcome.status === "not-found") return outcome.findings
  return outcome.status === "partial" && hasAnswer(outcome.findings) ? outcome.findings : undefined
}

/** What the synthesizer is told is missing. */
export function unreadOf(outcomes: readonly DocumentOutcome[]): readonly UnreadDocument[] {
  return outcomes.map(unread).filter((document) => document !== undefined)
}

function unread(outcome: DocumentOutcome): UnreadDocument | undefined {
  const { documentId, title, status } = outcome
  if (status === "skipped") return { documentId, title, status, reason: outcome.reason }
  return status === "failed" || status === "partial"
    ? { documentId, title, status, reason: reasonOf(outcome.error) }
    : undefined
}

/** The kind of failure; its message may quote a provider, which is no material for an answer. */
function reasonOf(error: Error): string {
  const cause = error instanceof DocumentAgentError ? error.cause : error
  return cause instanceof Error ? nameOf(cause) : "error"
}

function hasAnswer({ answers }: Findings): boolean {
  return answers.some(({ found }) => found)
}

export function outcomeWarnings(outcomes: readonly DocumentOutcome[]): readonly Warning[] {
  const idsOf = (status: DocumentOutcome["status"]) =>
    outcomes.filter((outcome) => outcome.status === status).map(({ documentId }) => documentId)
  const nowhere = quotesBy(outcomes, (answer) => (answer.unverifiedQuotes ?? 0) - misplacedQuotes(answer))
  const elsewhere = quotesBy(outcomes, misplacedQuotes)
  const leftOut = outcomes.filter(
    (outcome) => "reason" in outcome && outcome.reason === "not-selected",
  ).length
  const byRouting = leftOut > 0 ? `, ${leftOut} as not selected` : ""
  return [
    warning("documents-failed", idsOf("failed"), (count) => `${count} could not be read.`),
    warning("documents-skipped", idsOf("skipped"), (count) => `${count} skipped${byRouting}.`),
    warning("documents-partial", idsOf("partial"), (count) => `${count} read in part only.`),
    warning(
      "answers-unsupported",
      outcomes.filter(hasUnsupported).map(({ documentId }) => documentId),
      (count) =>
        `Answers of ${count} name figures or names that nothing in the document supports; they were kept apart.`,
    ),
    warning(
      "quotes-unverified",
      nowhere.documentIds,
      (count) => `${nowhere.quotes} quotes, from ${count}, are not in their document and were left out.`,
    ),
    warning(
      "quotes-misplaced",
      elsewhere.documentIds,
      (count) =>
        `${elsewhere.quotes} quotes, from ${count}, stand in another document that was asked and were left out.`,
    ),
  ].flat()
}

export function usageWarnings(usage: UsageReport, priced: boolean): readonly Warning[] {
  const { unpricedModels, lowerBound } = usage
  const warnings: Warning[] = []
  if (lowerBound)
    warnings.push({
      code: "usage-incomplete",
      message: "Some calls reported no usage: tokens and cost are at least what is shown.",
    })
  if (priced && unpricedModels.length > 0) {
    warnings.push({
      code: "price-missing",
      message: `No price is given for ${unpricedModels.join(", ")}; the cost leaves them out.`,
    })
  }
  const failure = usage.fromCache?.failure
  if (failure !== undefined) {
    const message = `The cache failed, and calls were made that it might have answered: ${failure}`
    warnings.push({ code: "cache-failed", message })
  }
  return warnings
}

/** A provider may use more than was asked for, and a merge that was under way ends a run late. */
export function overrunWarnings(limits: Limits, usage: UsageReport, durationMs: number): readonly Warning[] {
  const used = {
    maxTokens: usage.inputTokens + usage.outputTokens,
    maxCost: usage.cost,
    maxCalls: usage.calls,
    maxDurationMs: durationMs,
  }
  return (Object.keys(used) as (keyof typeof used)[]).flatMap((name): readonly Warning[] => {
    const allowed = limits[name]
    if (allowed === undefined || used[name] <= allowed) return []
    const message = `The run went over its limit ${name}: ${allowed} allowed, ${used[name]} used.`
    return [{ code: "limit-overrun", message }]
  })
}

function warning(
  code: Warning["code"],
  documentIds: readonly string[],
  message: (count: string) => string,
): readonly Warning[] {
  if (documentIds.length === 0) return []
  const count = documentIds.length === 1 ? "1 document" : `${documentIds.length} documents`
  return [{ code, message: message(count), documentIds }]
}

function hasUnsupported(outcome: DocumentOutcome): boolean {
  return (
    "findings" in outcome && outcome.findings.answers.some(({ unsupported }) => unsupported !== undefined)
  )
}

/** Quotes of a kind, and the documents that gave some. */
function quotesBy(
  outcomes: readonly DocumentOutcome[],
  count: (answer: TaskAnswer) => number,
): { readonly quotes: number; readonly documentIds: readonly string[] } {
  let quotes = 0
  const documentIds: string[] = []
  for (const outcome of outcomes) {
    if (!("findings" in outcome)) continue
    const own = outcome.findings.answers.reduce((sum, answer) => sum + count(answer), 0)
    quotes += own
    if (own > 0) documentIds.push(outcome.documentId)
  }
  return { quotes, documentIds }
}

function misplacedQuotes({ refusedQuotes }: TaskAnswer): number {
  return refusedQuotes?.filter(({ documentId }) => documentId !== undefined).length ?? 0
}
