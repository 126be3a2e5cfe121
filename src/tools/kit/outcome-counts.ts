import type { DocumentOutcome } from "../../contracts"

/** How many documents ended in which way. */
export function outcomeCounts(documents: readonly DocumentOutcome[]): { readonly [status: string]: number } {
  const counts: { [status: string]: number } = {}
  for (const { status } of documents) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
