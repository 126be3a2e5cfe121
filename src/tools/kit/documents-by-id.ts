import type { DocumentFilter, StoredDocument } from "../../contracts"
import type { SpdRag } from "../../spd-rag"

/** The documents that a filter selects, by rising id: a store may list them in the order in which they came. */
export async function documentsById(
  rag: SpdRag,
  options: { readonly where?: DocumentFilter | undefined; readonly signal?: AbortSignal | undefined },
): Promise<readonly StoredDocument[]> {
  const documents: StoredDocument[] = []
  for await (const document of rag.documents(options)) documents.push(document)
  return documents.sort((a, b) => (a.id < b.id ? -1 : 1))
}
