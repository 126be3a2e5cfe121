import type { LLMRequest } from "spd-rag"
import {
  type FakeLLM,
  type FakeLLMOptions,
  fakeLLM,
  findingsIn,
  foundReply,
  maySearch,
  planReply,
  searchReply,
  shownIn,
  stageOf,
  turnOf,
} from "spd-rag/testing"

/** For tests that read requests; new ones take them from `spd-rag/testing`. */
export { promptOf, stageOf } from "spd-rag/testing"

/** The code word that `document` hides in each text. */
const CODE = /The code word of this document is (\w+)\./

/**
 * A model that plans one task, searches once, reports the code word that it was shown with its sentence as quote,
 * and writes one cited line a document.
 */
export function codeWordModel(options: Omit<FakeLLMOptions, "reply"> = {}): FakeLLM {
  return fakeLLM({ ...options, reply: codeWordReply })
}

export function codeWordReply(request: LLMRequest): { json: unknown } | string {
  const stage = stageOf(request)
  if (stage === "coordinator") return planReply(["State the code word."])
  if (stage === "synthesis") {
    const lines = findingsIn(request).map(({ answer, markers }) => `${answer} ${markers}`)
    return lines.join("\n") || "Nothing was found."
  }
  const [quote, word] = CODE.exec(shownIn(request)) ?? []
  if (word !== undefined) return foundReply({ answer: word, quotes: quote })
  const isFirst = turnOf(request) === 0 && maySearch(request)
  return isFirst ? searchReply("code word document") : foundReply(undefined)
}

export function documentText(word: string, filler = 40): string {
  const padding = Array.from({ length: filler }, (_, index) => `Sentence ${index} says nothing of use.`).join(
    " ",
  )
  return `${padding}\n\nThe code word of this document is ${word}.\n\n${padding}`
}

export const WORDS = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf"]

export function sevenDocuments(): { id: string; text: string }[] {
  return WORDS.map((word, index) => ({ id: `doc-${index + 1}`, text: documentText(word) }))
}
