import type { Embedder, IndexEvent, SkipReason, SourceDocument, VectorStore } from "../contracts"
import { InvalidArgumentError } from "../errors"
import { eachConcurrent } from "../runtime/each-concurrent"
import { checkDocument } from "./check-document"
import { indexDocument } from "./index-document"

/** What became of the documents that were given; the lists add up to them. */
export interface AddReport {
  readonly added: readonly string[]
  readonly replaced: readonly string[]
  /** Already there with this very text and these settings: nothing was embedded. */
  readonly unchanged: readonly string[]
  readonly skipped: readonly { readonly documentId: string; readonly reason: SkipReason }[]
  readonly failed: readonly { readonly documentId: string; readonly error: Error }[]
}

export type DocumentSource = SourceDocument | Iterable<SourceDocument> | AsyncIterable<SourceDocument>

export interface IndexContext {
  readonly vectorStore: VectorStore
  readonly embedder: Embedder | undefined
  readonly chunkTokens: number
  readonly overlapTokens: number
  readonly countTokens: ((text: string) => number) | undefined
  readonly concurrency: number
  readonly signal?: AbortSignal | undefined
  readonly emit: (event: IndexEvent) => void
}

/**
 * Brings documents into the store. One that fails is reported and stops no other.
 *
 * @throws InvalidArgumentError, before anything is stored, for a list with a document that makes no sense or an id
 * given twice; in a sequence that comes piece by piece such a document is reported as failed. The signal's reason
 * when it aborts.
 */
export async function indexDocuments(source: DocumentSource, context: IndexContext): Promise<AddReport> {
  const { signal, emit } = context
  const documents = isSequence(source) ? source : [source]
  const isList = Array.isArray(documents)
  if (isList) checkList(documents)
  emit({ type: "index-start", documentCount: isList ? documents.length : undefined })
  const outcomes: Outcome[] = []
  const ids = new Set<string>()
  let done = 0
  await eachConcurrent(
    documents,
    context.concurrency,
    async (document, position, child) => {
      const outcome = await outcomeOf(document, position, ids, { ...context, signal: child })
      signal?.throwIfAborted()
      outcomes[position] = outcome
      done += 1
      emit({ type: "index-delta", documentId: outcome.documentId, status: outcome.status, done })
    },
    signal,
  )
  emit({ type: "index-end", done })
  return reportOf(outcomes)
}

type Outcome = { readonly documentId: string } & (
  | { readonly status: "added" | "replaced" | "unchanged" }
  | { readonly status: "skipped"; readonly reason: SkipReason }
  | { readonly status: "failed"; readonly error: Error }
)

async function outcomeOf(
  document: SourceDocument,
  position: number,
  ids: Set<string>,
  context: IndexContext,
): Promise<Outcome> {
  const documentId = typeof document?.id === "string" ? document.id : `documents[${position}]`
  try {
    checkDocument(document, position)
    if (ids.has(documentId)) throw duplicate(position, documentId)
    ids.add(documentId)
    const status = await indexDocument(document, context)
    return status === "empty" ? { documentId, status: "skipped", reason: "empty" } : { documentId, status }
  } catch (error) {
    context.signal?.throwIfAborted()
    return { documentId, status: "failed", error: error instanceof Error ? error : new Error(String(error)) }
  }
}

function checkList(documents: readonly SourceDocument[]): void {
  const ids = new Set<string>()
  for (const [position, document] of documents.entries()) {
    checkDocument(document, position)
    if (ids.has(document.id)) throw duplicate(position, document.id)
    ids.add(document.id)
  }
}

function duplicate(position: number, id: string): InvalidArgumentError {
  return new InvalidArgumentError(
    `documents[${position}].id`,
    id,
    "given once; an earlier document has the same id",
  )
}

function isSequence(source: DocumentSource): source is Exclude<DocumentSource, SourceDocument> {
  return (
    typeof source === "object" &&
    source !== null &&
    (Symbol.iterator in source || Symbol.asyncIterator in source)
  )
}

function reportOf(outcomes: readonly Outcome[]): AddReport {
  const ids = (status: Outcome["status"]) =>
    outcomes.filter((outcome) => outcome.status === status).map(({ documentId }) => documentId)
  return {
    added: ids("added"),
    replaced: ids("replaced"),
    unchanged: ids("unchanged"),
    skipped: outcomes.flatMap((outcome) =>
      outcome.status === "skipped" ? [{ documentId: outcome.documentId, reason: outcome.reason }] : [],
    ),
    failed: outcomes.flatMap((outcome) =>
      outcome.status === "failed" ? [{ documentId: outcome.documentId, error: outcome.error }] : [],
    ),
  }
}
