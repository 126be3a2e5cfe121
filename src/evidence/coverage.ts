import type { DocumentOutcome, Plan } from "../contracts"

/**
 * `unread`: the document gave no word on the task, because it failed, was skipped or stopped early. `unsupported`: its
 * agent gave an answer that nothing in the document supports.
 */
export type CoverageCell = "found" | "not-found" | "unsupported" | "unread"

/** Tasks x documents. */
export interface Coverage {
  readonly tasks: readonly string[]
  readonly documentIds: readonly string[]
  /** `cells[task][document]` */
  readonly cells: readonly (readonly CoverageCell[])[]
  /** Documents by status; they add up to the documents asked. */
  readonly counts: { readonly [status in DocumentOutcome["status"]]: number }
  /** Cells by what they are; they add up to tasks x documents. */
  readonly cellCounts: { readonly [cell in CoverageCell]: number }
}

/** Which document answers which task of an answer. */
export function coverageOf(answer: {
  readonly plan: Plan
  readonly documents: readonly DocumentOutcome[]
}): Coverage {
  const { plan, documents } = answer
  const counts = { answered: 0, "not-found": 0, partial: 0, failed: 0, skipped: 0 }
  for (const { status } of documents) counts[status] += 1
  const cells = plan.tasks.map((_, index) => documents.map((document) => cellOf(document, index + 1)))
  const cellCounts = { found: 0, "not-found": 0, unsupported: 0, unread: 0 }
  for (const cell of cells.flat()) cellCounts[cell] += 1
  const documentIds = documents.map(({ documentId }) => documentId)
  return { tasks: plan.tasks, documentIds, cells, counts, cellCounts }
}

function cellOf(document: DocumentOutcome, task: number): CoverageCell {
  if (document.status === "failed" || document.status === "skipped") return "unread"
  const answer = document.findings.answers.find((entry) => entry.task === task)
  if (answer?.found) return "found"
  if (answer?.unsupported !== undefined) return "unsupported"
  return document.status === "partial" || answer === undefined ? "unread" : "not-found"
}
