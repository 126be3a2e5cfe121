import type { Answer } from "spd-rag"
import { coverageOf } from "spd-rag"

/** What became of every document: the numbers add up to all that were asked. */
export function coverageLine(answer: Answer): string {
  const { counts } = coverageOf(answer)
  const parts = Object.entries(counts).map(([status, number]) => `${number} ${status}`)
  return `Coverage: ${parts.join(" + ")} = ${answer.documents.length} documents`
}
