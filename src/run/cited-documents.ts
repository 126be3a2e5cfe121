import type { Citation, StoredDocument } from "../contracts"
import { pageOf } from "../evidence/pages"
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

/** Where each page is said is for looking pages up, and long. */
function withoutPages(metadata: StoredDocument["metadata"]): StoredDocument["metadata"] {
  if (metadata === undefined) return undefined
  const { pages: _, ...rest } = metadata
  return Object.keys(rest).length === 0 ? undefined : Object.freeze(rest)
}
