import { ProviderError, StaleRevisionError } from "../../errors"
import type { NamedRevision } from "../kit/store-input"
import type { QdrantCollection } from "./collection"
import { compareWrites, type QdrantWrite, writeOf } from "./points"
import { scroll } from "./scroll"

/** Records in one answer, which hold no text. */
const recordsPerPage = 1_000

/** Every put of one document that left a record, done or not. */
export async function readWrites(
  collection: QdrantCollection,
  documentId: string,
  mustExist: boolean,
  signal: AbortSignal | undefined,
): Promise<readonly QdrantWrite[]> {
  const writes: QdrantWrite[] = []
  const must = [
    { key: "document_id", match: { value: documentId } },
    { key: "kind", match: { any: ["pending", "document", "dead"] } },
  ]
  const options = { pageSize: recordsPerPage, mustExist }
  for await (const point of scroll(collection, { must }, signal, options)) writes.push(writeOf(point))
  return writes
}

/** The current write of these documents, or of all, by id; documents that are not there are left out. */
export async function readCurrent(
  collection: QdrantCollection,
  documentIds: readonly string[] | undefined,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, QdrantWrite>> {
  const current = new Map<string, QdrantWrite>()
  const done = { key: "kind", match: { value: "document" } }
  const pages = documentIds === undefined ? [undefined] : pagesOf(documentIds)
  for (const ids of pages) {
    const named = ids && { key: "document_id", match: ids.length === 1 ? { value: ids[0] } : { any: ids } }
    const filter = { must: named === undefined ? [done] : [named, done] }
    for await (const point of scroll(collection, filter, signal, { pageSize: recordsPerPage })) {
      const write = writeOf(point)
      const known = current.get(write.document.id)
      if (known === undefined || compareWrites(known, write) < 0) current.set(write.document.id, write)
    }
  }
  return current
}

function pagesOf(ids: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(ids.length / recordsPerPage)
  return Array.from({ length: count }, (_, at) => ids.slice(at * recordsPerPage, (at + 1) * recordsPerPage))
}

/**
 * Checks, after chunks were read, that their revisions are still current: chunks are taken away only after their
 * write has ceased to be, so that what was read before this check is whole.
 */
export async function checkCurrent(
  collection: QdrantCollection,
  named: readonly NamedRevision[],
  signal: AbortSignal | undefined,
): Promise<readonly QdrantWrite[]> {
  const ids = named.map(({ id }) => id)
  const current = await readCurrent(collection, ids, signal)
  return named.map(({ id, revision }) => {
    const write = current.get(id)
    if (write?.document.revision !== revision) throw new StaleRevisionError(id, revision)
    return write
  })
}

export function incomplete(found: number, expected: number): ProviderError {
  const message = `The index of Qdrant is incomplete: it gave ${found} chunks of ${expected} that were stored.`
  return new ProviderError(message, { provider: "qdrant", retryable: true })
}
