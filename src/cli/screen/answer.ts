import type { Answer, Citation } from "spd-rag"
import { coverageLine } from "./coverage"
import { count, dollars, seconds } from "./numbers"
import type { Style } from "./style"

export interface AnswerView {
  readonly style: Style
  /** False where the text stands on the screen already. */
  readonly withText: boolean
  /** The text is nothing but quotes, and numbers that the command counted. */
  readonly isOffline: boolean
  /** Undefined where the documents were in a set already. */
  readonly indexingMs: number | undefined
  /** Tokens of the documents that were asked. */
  readonly documentTokens: number
}

/** The answer, its citations, what became of every document, and what it took. */
export function renderAnswer(answer: Answer, view: AnswerView): string {
  const { style, isOffline } = view
  // "3 of 4 documents" stands in no document.
  const warnings = answer.warnings.filter(({ code }) => !(isOffline && code === "answer-unsupported"))
  const citations = answer.citations.flatMap((citation) => citationLines(citation, view))
  const { inputTokens, outputTokens, cost, fromCache } = answer.usage
  const spent = cost > 0 ? `, ${dollars(cost)}` : ""
  const kept =
    fromCache === undefined || fromCache.calls === 0
      ? ""
      : `; ${count(fromCache.calls)} calls kept from before`
  const indexing = view.indexingMs === undefined ? "" : `${seconds(view.indexingMs)} to index, `
  return [
    ...(view.withText ? [answer.text, ""] : []),
    ...(citations.length === 0 ? [] : [style.bold("Citations"), ...citations, ""]),
    ...warnings.map(({ message }) => `Note: ${message}`),
    coverageLine(answer),
    `Time: ${indexing}${seconds(answer.durationMs)} to answer`,
    `Tokens: ${count(view.documentTokens)} in the documents, ${count(inputTokens + outputTokens)} of a model${spent}${kept}`,
    "",
  ].join("\n")
}

function citationLines(citation: Citation, { style, isOffline }: AnswerView): string[] {
  const { number, title, documentId, start, end, quote } = citation
  const name = title === documentId ? title : `${title} (${documentId})`
  const place = `[${number}] ${name}, characters ${start} to ${end}`
  return isOffline ? [place] : [place, style.dim(`    "${quote.replace(/\s+/g, " ").trim()}"`)]
}
