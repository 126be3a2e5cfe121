import type { Answer, DocumentOutcome } from "spd-rag"

const statuses: readonly DocumentOutcome["status"][] = [
  "answered",
  "not-found",
  "partial",
  "failed",
  "skipped",
]

/** The answer, its citations, and what became of every document. */
export function reportOf(answer: Answer): string {
  const citations = answer.citations.map(({ number, title, documentId, start, end }) => {
    const name = title === documentId ? title : `${title} (${documentId})`
    return `[${number}] ${name}, characters ${start} to ${end}`
  })
  const citationList = citations.length === 0 ? [] : ["Citations", ...citations, ""]
  return [answer.text, "", ...citationList, coverageLine(answer.documents)].join("\n")
}

function coverageLine(documents: readonly DocumentOutcome[]): string {
  const counts = statuses.map((status) => {
    return `${documents.filter((document) => document.status === status).length} ${status}`
  })
  return `Coverage: ${counts.join(" + ")} = ${documents.length} documents`
}
