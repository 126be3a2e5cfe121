import type { StoredDocument, VectorStore } from "../contracts"
import { checkDocumentId } from "../documents/check-document"
import { InvalidArgumentError } from "../errors"
import { mapConcurrent } from "../runtime/map-concurrent"
import type { AddFailures } from "./add-failures"

/** A document that was asked: as stored, or its id alone where the store does not know it. */
export type AskedDocument = {
  readonly id: string
  readonly stored: StoredDocument | undefined
  /** Best passage score of a document that routing leaves out. */
  readonly notSelectedScore?: number | undefined
}

/**
 * The documents of a question, each with the revision at which its agent will read it: in the order of the ids
 * given, or all of the store by rising id.
 *
 * @throws InvalidArgumentError where there is none and there must be one, or the list of ids makes no sense
 */
export async function selectDocuments(
  vectorStore: VectorStore,
  ids: readonly string[] | undefined,
  concurrency: number,
  signal: AbortSignal | undefined,
  failures: AddFailures,
  mayBeEmpty = false,
): Promise<readonly AskedDocument[]> {
  if (ids === undefined) {
    const all: AskedDocument[] = []
    for await (const stored of vectorStore.list({ signal })) all.push({ id: stored.id, stored })
    // A store may list in the order of arrival, which depends on timing; ids do not.
    all.sort((a, b) => (a.id < b.id ? -1 : 1))
    if (all.length === 0 && !mayBeEmpty) {
      const expected = `in the store; it is empty: add documents first${failures.reason()}`
      throw new InvalidArgumentError("documents", undefined, expected)
    }
    return all
  }
  if (!Array.isArray(ids)) throw new InvalidArgumentError("documents", ids, "an array of ids")
  if (ids.length === 0 && mayBeEmpty) return []
  if (ids.length === 0) throw new InvalidArgumentError("documents", ids, "at least one id")
  const seen = new Set<string>()
  for (const [index, id] of ids.entries()) {
    checkDocumentId(id, `documents[${index}]`)
    if (seen.has(id)) throw new InvalidArgumentError(`documents[${index}]`, id, "named once")
    seen.add(id)
  }
  const asked = await mapConcurrent(
    ids,
    concurrency,
    async (id, _, child) => ({ id, stored: await vectorStore.get({ documentId: id, signal: child }) }),
    signal,
  )
  if (asked.every(({ stored }) => stored === undefined)) {
    throw new InvalidArgumentError(
      "documents",
      ids[0],
      `ids of documents in the store; none of those given is${failures.reason()}`,
    )
  }
  return asked
}
