import type { DocumentOutcome, Plan } from "../contracts"

/** `unread`: the document gave no word on the task, because it failed, was skipped or stopped early. */
export type CoverageCell = "found" | "not-found" | "unread"

/** Tasks x documents. */
export interface Coverage {
  readonly tasks: readonly string[]
  readonly documentIds: readonly string[]
  /** `cells[task][document]` */
  readonly cells: readonly (readonly CoverageCell[])[]
  /** Documents by status; they add up to the documents asked. */
  readonly counts: { readonly [status in DocumentOutcome["status"]]: number }
}

/** Which document answers which task of an answer. */
export function coverageOf(answer: {
  readonly plan: Plan
  readonly documents: readonly DocumentOutcome[]
}): Coverage {
  const { plan, documents } = answer
  const counts = { answered: 0, "not-found": 0, partial: 0, failed: 0, skipped: 0 }
  for (const { status } of documents) counts[status] += 1
  return {
    tasks: plan.tasks,
    documentIds: documents.map(({ documentId }) => documentId),
    cells: plan.tasks.map((_, index) => documents.map((document) => cellOf(document, index + 1))),
    counts,
  }
}

function cellOf(document: DocumentOutcome, task: number): CoverageCell {
  if (document.status === "failed" || document.status === "skipped") return "unread"
  const found = document.findings.answers.find((answer) => answer.task === task)?.found
  if (found) return "found"
  return document.status === "partial" || found === undefined ? "unread" : "not-found"
}
