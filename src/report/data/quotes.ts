import type { Quote } from "../../contracts"
import { isTable, type Subject } from "../subject"

/** The quotes of an answer or a table by the document that they stand in. */
export function quotesByDocument(subject: Subject): ReadonlyMap<string, readonly Quote[]> {
  const byDocument = new Map<string, Quote[]>()
  const note = (documentId: string, quotes: readonly Quote[]) => {
    if (quotes.length === 0) return
    const list = byDocument.get(documentId) ?? []
    for (const quote of quotes) list.push(quote)
    byDocument.set(documentId, list)
  }
  const table = isTable(subject) ? subject : subject.table
  for (const { documentId, cells } of table?.rows ?? []) {
    for (const { quotes } of Object.values(cells)) note(documentId, quotes)
  }
  if (isTable(subject)) return byDocument
  for (const { documentId, quote, ...place } of subject.citations) {
    note(documentId, [{ text: quote, ...place }])
  }
  for (const outcome of subject.documents) {
    if (!("findings" in outcome)) continue
    for (const { quotes } of outcome.findings.answers) note(outcome.documentId, quotes)
  }
  return byDocument
}
