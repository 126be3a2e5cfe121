import type { ScoredChunk } from "../contracts"
import { InvalidOutputError } from "../errors"

/** A store's list of objects. @throws InvalidOutputError for anything else */
export function listOf<Item extends object>(answer: readonly Item[], what: string): readonly Item[] {
  const isList = Array.isArray(answer) && answer.every((item) => typeof item === "object" && item !== null)
  if (isList) return answer
  throw malformed(`no list of ${what}`)
}

/** What a search of one document found. @throws InvalidOutputError for what is no chunk of it */
export function checkedChunks(answer: readonly ScoredChunk[], documentId: string): readonly ScoredChunk[] {
  const chunks = listOf(answer, "chunks")
  for (const { documentId: of, score } of chunks) {
    if (of !== documentId) throw malformed("a chunk of another document")
    checkCosine(score)
  }
  return chunks
}

/** @throws InvalidOutputError for a score that is no cosine; rounding may carry one a little past 1 */
export function checkCosine(score: number): void {
  if (!(Math.abs(score) <= 1.001)) throw malformed(`a score of ${score}, which is no cosine`)
}

export function malformed(what: string): InvalidOutputError {
  return new InvalidOutputError(`The vector store returned ${what}.`, { reason: "malformed" })
}
