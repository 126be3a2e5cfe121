import type { Citation, StoredDocument } from "../../contracts"
import { pageOf, withoutPages } from "../../evidence/pages"
import type { AskedDocument } from "./select-documents"

/** The citations with what is known of their documents: the page on which the quote begins, and the metadata. */
export function withDocuments(
  citations: readonly Citation[],
  asked: readonly AskedDocument[],
): readonly Citation[] {
  const documents = new Map(asked.map(({ id, stored }) => [id, stored]))
  const shown = new Map<string, StoredDocument["metadata"]>()
  const metadataOf = (id: string) => {
    if (!shown.has(id)) shown.set(id, withoutPages(documents.get(id)?.metadata))
    return shown.get(id)
  }
  return citations.map((citation) => {
    const page = pageOf(documents.get(citation.documentId)?.metadata, citation.start)
    const metadata = metadataOf(citation.documentId)
    return { ...citation, ...(page !== undefined && { page }), ...(metadata !== undefined && { metadata }) }
  })
}
