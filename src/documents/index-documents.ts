import type { IndexCounts, SkipReason, SourceDocument, UsageReport } from "../contracts"
import { InvalidArgumentError } from "../errors"
import { eachConcurrent } from "../runtime/each-concurrent"
import { errorJSON } from "../runtime/emit"
import { checkDocument } from "./check-document"
import { createEmbedQueue, type QueuePlace } from "./embed-queue"
import type { IndexContext } from "./index-context"
import { indexDocument } from "./index-document"
import { type DocumentSource, isSequence, keepingFailure } from "./source"

export type { DocumentSource }

/** What became of the documents that were given; the lists add up to them. */
export interface AddReport {
  readonly added: readonly string[]
  readonly replaced: readonly string[]
  /** Already there with this very text and these settings: nothing was embedded. */
  readonly unchanged: readonly string[]
  readonly skipped: readonly { readonly documentId: string; readonly reason: SkipReason }[]
  readonly failed: readonly { readonly documentId: string; readonly error: Error }[]
  /** Calls, tokens and cost of what was embedded. */
  readonly usage: UsageReport
}

/**
 * Brings documents into the store. One that fails is reported and stops no other.
 *
 * @throws InvalidArgumentError, before anything is stored, for a list with a document that makes no sense or an id
 * given twice; in a sequence that comes piece by piece such a document is reported as failed. What the sequence
 * itself throws, once the documents before it are in. The signal's reason when it aborts.
 */
export async function indexDocuments(source: DocumentSource, context: IndexContext): Promise<AddReport> {
  const { outcomes, counts } = await indexAll(source, context)
  context.emit({ type: "index-end", done: outcomes.length, counts })
  return reportOf(outcomes, context.usage())
}

/** The same without the last event: for a caller that goes on. */
export async function indexAll(
  source: DocumentSource,
  context: IndexContext,
): Promise<{ outcomes: readonly Outcome[]; counts: Counts }> {
  const { signal, emit } = context
  const documents = isSequence(source) ? source : [source]
  const documentCount = Array.isArray(documents) ? documents.length : undefined
  if (Array.isArray(documents)) checkList(documents)
  emit({ type: "index-start", documentCount })
  const outcomes: Outcome[] = []
  const counts: Counts = { added: 0, replaced: 0, removed: 0, unchanged: 0, skipped: 0, failed: 0 }
  const ids = new Set<string>()
  const enqueue = queueOf(context)
  let failure: { readonly error: unknown } | undefined
  let done = 0
  await eachConcurrent(
    keepingFailure(documents, (error) => {
      failure = { error }
    }),
    context.concurrency,
    async (document, position, child) => {
      const place = enqueue?.()
      const outcome = await outcomeOf(document, position, ids, place, { ...context, signal: child }).finally(
        place?.leave,
      )
      signal?.throwIfAborted()
      outcomes[position] = outcome
      done += 1
      counts[outcome.status] += 1
      const { documentId, status } = outcome
      emit({ type: "index-delta", documentId, status, done, documentCount, counts: { ...counts } })
    },
    signal,
  )
  signal?.throwIfAborted()
  if (failure !== undefined) {
    emit({ type: "index-error", done, counts, error: errorJSON(failure.error) })
    throw failure.error
  }
  return { outcomes, counts }
}

export type Counts = { -readonly [K in keyof IndexCounts]: IndexCounts[K] }

export type Outcome = { readonly documentId: string } & (
  | { readonly status: "added" | "replaced" | "unchanged" }
  | { readonly status: "skipped"; readonly reason: SkipReason }
  | { readonly status: "failed"; readonly error: Error }
)

function queueOf(context: IndexContext): (() => QueuePlace) | undefined {
  const { embedder, vectorCache: cache, countTokens, concurrency, signal } = context
  return embedder && createEmbedQueue({ embedder, cache, countTokens, concurrency, signal })
}

async function outcomeOf(
  document: SourceDocument,
  position: number,
  ids: Set<string>,
  place: QueuePlace | undefined,
  context: IndexContext,
): Promise<Outcome> {
  const documentId = typeof document?.id === "string" ? document.id : `documents[${position}]`
  try {
    checkDocument(document, position)
    if (ids.has(documentId)) throw duplicate(position, documentId)
    ids.add(documentId)
    const status = await indexDocument(document, place, context)
    return status === "empty" ? { documentId, status: "skipped", reason: "empty" } : { documentId, status }
  } catch (error) {
    context.signal?.throwIfAborted()
    // Another writer made the set meanwhile: no further document could be in it.
    if (error instanceof InvalidArgumentError && error.argument === "embedder") throw error
    return { documentId, status: "failed", error: asError(error) }
  }
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
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

export function reportOf(outcomes: readonly Outcome[], usage: UsageReport): AddReport {
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
    usage,
  }
}
