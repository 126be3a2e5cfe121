import { InvalidArgumentError } from "../errors"
import { mapConcurrent } from "../runtime/map-concurrent"
import type { IndexContext } from "./index-context"
import { type AddReport, asError, indexAll, reportOf } from "./index-documents"
import type { DocumentSource } from "./source"

/** What became of the documents of the source and of the store; `replaced` are those that changed. */
export interface SyncReport extends AddReport {
  /** No longer in the source: removed from the store with all their chunks. */
  readonly removed: readonly string[]
}

/**
 * Makes the store equal to the source: adds, replaces, and then removes what was in the store before and is not in
 * the source. Nothing is removed before the source has ended well: not after a failure of the source, nor an abort.
 *
 * @param keep says of a document that the source lacks that it stays: one whose file could not be read is missing in
 * the source and not gone.
 * @throws what `indexDocuments` throws
 */
export async function syncDocuments(
  source: DocumentSource,
  keep: (documentId: string) => boolean,
  context: IndexContext,
): Promise<SyncReport> {
  const { vectorStore, signal, emit, concurrency } = context
  if (typeof source !== "object" || source === null) {
    throw new InvalidArgumentError("source", source, "a document, or a sequence of documents")
  }
  // Listed before: what somebody else adds meanwhile is not missing in the source.
  const before: string[] = []
  for await (const { id } of vectorStore.list({ signal })) before.push(id)
  const { outcomes, counts } = await indexAll(source, context)
  const given = new Set(outcomes.map(({ documentId }) => documentId))
  const gone = before.filter((id) => !given.has(id) && !keep(id))
  const removed: string[] = []
  const failed: { documentId: string; error: Error }[] = []
  const documentCount = outcomes.length + gone.length
  const settle = (documentId: string, status: "removed" | "failed") => {
    counts[status] += 1
    const done = outcomes.length + removed.length + failed.length
    emit({ type: "index-delta", documentId, status, done, documentCount, counts: { ...counts } })
  }
  await mapConcurrent(
    gone,
    concurrency,
    async (documentId, _, child) => {
      try {
        await vectorStore.delete({ documentId, signal: child })
        removed.push(documentId)
        settle(documentId, "removed")
      } catch (error) {
        child.throwIfAborted()
        failed.push({ documentId, error: asError(error) })
        settle(documentId, "failed")
      }
    },
    signal,
  )
  emit({ type: "index-end", done: documentCount, counts })
  const report = reportOf(outcomes, context.usage())
  return { ...report, removed: removed.sort(), failed: [...report.failed, ...failed] }
}
