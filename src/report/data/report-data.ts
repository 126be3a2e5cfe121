import type { MergeNode } from "../../contracts"
import type { ReportPassage } from "../passages-of"
import { isTable, type Subject } from "../subject"
import { documentPositions, type PositionOf, reportDocument, reportQuote } from "./documents"
import { tableGrid, taskGrid } from "./grids"
import { metadataByDocument } from "./metadata"
import { knownTexts } from "./passages"
import { quotesByDocument } from "./quotes"
import { reportComputed, reportMappings } from "./tables"
import type { ReportData, ReportNode } from "./types"

/** Everything that a page shows of an answer or a table. */
export function reportData(
  subject: Subject,
  passages: readonly ReportPassage[],
  contextCharacters: number,
  title: string | undefined,
): ReportData {
  const { documents, usage, warnings, durationMs } = subject
  const quotes = quotesByDocument(subject)
  const texts = knownTexts(documents, passages, quotes)
  const positionOf = documentPositions(documents)
  const metadata = metadataByDocument(subject)
  const shared = {
    documents: documents.map((outcome) => {
      const { documentId } = outcome
      const own = quotes.get(documentId) ?? []
      return reportDocument(outcome, own, texts, contextCharacters, metadata.get(documentId))
    }),
    usage,
    warnings,
    durationMs,
  }
  if (isTable(subject)) {
    const heading =
      title ?? `A table of ${documents.length} ${documents.length === 1 ? "document" : "documents"}`
    const grid = tableGrid(subject, positionOf, texts)
    return { title: heading, citations: [], grid, ...reportMappings(subject), ...shared }
  }
  const { table, computed } = subject
  return {
    title: title ?? subject.question,
    text: subject.text,
    citations: subject.citations.map(({ number, documentId, quote, ...place }) => {
      const document = positionOf(documentId)
      return { number, document, quote: reportQuote({ text: quote, ...place }, texts) }
    }),
    directive: subject.plan.synthesisDirective,
    grid: taskGrid(subject, texts),
    ...(table !== undefined && { table: tableGrid(table, positionOf, texts), ...reportMappings(table) }),
    ...(computed !== undefined && { computed: reportComputed(computed) }),
    tree: reportNode(subject.tree, positionOf),
    ...shared,
  }
}

function reportNode(node: MergeNode, positionOf: PositionOf): ReportNode {
  if (node.kind === "findings") {
    const { kind, documentId, tokens, part } = node
    return { kind, document: positionOf(documentId), tokens, part }
  }
  const { kind, round, text, tokens, documentIds, evidence } = node
  const children = node.children.map((child) => reportNode(child, positionOf))
  return { kind, round, text, tokens, documents: documentIds.length, quotes: evidence.length, children }
}
