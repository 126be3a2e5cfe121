import type { Citation, DocumentOutcome } from "../../contracts"
import { groupBy } from "../group-by"
import { stripMarkers } from "../scoring/normalize"
import type { CoverageRow } from "./score"

/** The parts of an answer that coverage is measured on. */
export interface CoverageAnswer {
  readonly text: string
  readonly citations: readonly Citation[]
  readonly documents: readonly DocumentOutcome[]
}

/** One row a document as the agents brought it, before anything was merged. */
export function rowsBeforeSynthesis(answer: CoverageAnswer): readonly CoverageRow[] {
  return answer.documents.map((outcome) => {
    const { documentId } = outcome
    if (!("findings" in outcome)) return { documentId, status: "unread", value: "", quotes: [] }
    const found = outcome.findings.answers.filter((reply) => reply.found)
    return {
      documentId,
      status: found.length > 0 ? "found" : "absent",
      value: found.map((reply) => reply.answer).join("\n"),
      quotes: found.flatMap((reply) => reply.quotes),
    }
  })
}

/**
 * One row a document as the final text has it: a document is found where the text cites it, and its value is what
 * the lines with its markers say.
 */
export function rowsAfterSynthesis(answer: CoverageAnswer): readonly CoverageRow[] {
  const lines = answer.text
    .split("\n")
    .map((line) => ({ text: stripMarkers(line), markers: markersOf(line) }))
  const citations = groupBy(answer.citations, ({ documentId }) => documentId)
  const linesByMarker = new Map<number, string[]>()
  for (const { text, markers } of lines) {
    for (const marker of markers) linesByMarker.set(marker, [...(linesByMarker.get(marker) ?? []), text])
  }
  return answer.documents.map((outcome) => {
    const { documentId } = outcome
    const own = (citations.get(documentId) ?? []).filter(({ number }) => linesByMarker.has(number))
    const status = own.length > 0 ? "found" : "findings" in outcome ? "absent" : "unread"
    return {
      documentId,
      status,
      value: [...new Set(own.flatMap(({ number }) => linesByMarker.get(number) ?? []))].join("\n"),
      quotes: own.map(({ quote, start, end }) => ({ text: quote, start, end })),
    }
  })
}

function markersOf(line: string): readonly number[] {
  return [...line.matchAll(/\[(\d{1,6}(?:\s*,\s*\d{1,6})*)\]/g)].flatMap(([, numbers]) =>
    (numbers as string).split(",").map(Number),
  )
}
