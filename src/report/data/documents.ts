import type { DocumentOutcome, Quote, SkipReason } from "../../contracts"
import { InvalidArgumentError, messageOf } from "../../errors"
import type { KnownTexts } from "./passages"
import { slicesAround } from "./slices"
import type { ReportDocument, ReportQuote } from "./types"

const skipped: { readonly [reason in SkipReason]: string } = {
  empty: "It holds no text.",
  limit: "A limit of the run was reached before it.",
  missing: "It is not in the set.",
  "not-selected": "Routing found no passage in it that fits a task.",
}

/** One document of a report, with the text around its quotes. */
export function reportDocument(
  outcome: DocumentOutcome,
  quotes: readonly Quote[],
  texts: KnownTexts,
  contextCharacters: number,
  metadata: ReportDocument["metadata"],
): ReportDocument {
  const { documentId, title, status } = outcome
  return {
    id: documentId,
    title,
    status,
    reason: reasonOf(outcome),
    metadata,
    slices: slicesAround(quotes, texts.pieces(documentId), contextCharacters),
  }
}

function reasonOf(outcome: DocumentOutcome): string | undefined {
  if ("error" in outcome) return messageOf(outcome.error)
  return outcome.status === "skipped" ? skipped[outcome.reason] : undefined
}

export function reportQuote(
  { text, start, end, chunkId, page }: Quote & Pick<ReportQuote, "page">,
  texts: KnownTexts,
): ReportQuote {
  return { text, start, end, page, headings: texts.headings(chunkId) }
}

/** The position of a document among those of a report. */
export type PositionOf = (documentId: string) => number

/** @throws InvalidArgumentError, when asked, for a document that has no outcome: the answer was put together wrongly */
export function documentPositions(outcomes: readonly DocumentOutcome[]): PositionOf {
  const positions = new Map(outcomes.map(({ documentId }, index) => [documentId, index]))
  return (documentId) => {
    const position = positions.get(documentId)
    if (position !== undefined) return position
    throw new InvalidArgumentError(
      "subject.documents",
      documentId,
      "one outcome for each document that is cited",
    )
  }
}
