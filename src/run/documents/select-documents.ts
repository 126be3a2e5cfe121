import type { ResolvedAsk } from "../../config/resolve-ask"
import type { DocumentFilter, StoredDocument, VectorStore } from "../../contracts"
import { checkDocumentId } from "../../documents/check-document"
import { matchesFilter } from "../../documents/filter/matches"
import { InvalidArgumentError } from "../../errors"
import { mapConcurrent } from "../../runtime/map-concurrent"
import type { AddFailures } from "../warnings/add-failures"

/** A document that was asked: as stored, or its id alone where the store does not know it. */
export type AskedDocument = {
  readonly id: string
  readonly stored: StoredDocument | undefined
  /** Best passage score of a document that routing leaves out. */
  readonly notSelectedScore?: number | undefined
}

/** Names of fields that an error shows. */
const mostNamed = 20

/**
 * The documents of a question, each with the revision at which its agent will read it: in the order of the ids
 * given, or all of the store by rising id; where there is a filter, those that it selects.
 *
 * @throws InvalidArgumentError where there is none and there must be one, or the list of ids makes no sense
 */
export async function selectDocuments(
  vectorStore: VectorStore,
  { documents: ids, where }: Pick<ResolvedAsk, "documents" | "where">,
  concurrency: number,
  signal: AbortSignal | undefined,
  failures: AddFailures,
  mayBeEmpty = false,
): Promise<readonly AskedDocument[]> {
  if (ids === undefined) {
    const all: AskedDocument[] = []
    for await (const stored of vectorStore.list({ where, signal })) all.push({ id: stored.id, stored })
    // A store may list in the order of arrival, which depends on timing; ids do not.
    all.sort((a, b) => (a.id < b.id ? -1 : 1))
    if (where !== undefined) return selected(all, where, vectorStore, mayBeEmpty, signal)
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
  return where === undefined ? asked : selected(asked, where, vectorStore, mayBeEmpty, signal)
}

/** A store may have left out others already; it need not. */
async function selected(
  asked: readonly AskedDocument[],
  where: DocumentFilter,
  vectorStore: VectorStore,
  mayBeEmpty: boolean,
  signal: AbortSignal | undefined,
): Promise<readonly AskedDocument[]> {
  // One that was asked for by name and is not there has its outcome all the same.
  const kept = asked.filter(({ stored }) => stored === undefined || matchesFilter(stored, where))
  if (kept.some(({ stored }) => stored !== undefined) || mayBeEmpty) return kept
  const fields = new Set<string>()
  for await (const { metadata } of vectorStore.list({ signal })) {
    for (const field of Object.keys(metadata ?? {})) if (fields.size <= mostNamed) fields.add(field)
  }
  const named = [...fields]
    .slice(0, mostNamed)
    .map((field) => JSON.stringify(field.slice(0, 60)))
    .join(", ")
  const known =
    fields.size === 0
      ? "none has metadata"
      : `their metadata has ${named}${fields.size > mostNamed ? " and more" : ""}`
  throw new InvalidArgumentError(
    "where",
    where,
    `a filter that a document of the question fits; none does, and ${known}`,
  )
}
