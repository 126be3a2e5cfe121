import type { DocumentOutcome, Findings, FoundRow, Plan } from "../../contracts"
import { DocumentAgentError, LimitExceededError, SpdRagError } from "../../errors"
import { readingShare } from "../../policy/limit"
import type { SharedSearches } from "../../retrieval/shared-searches"
import { linkAbort } from "../../runtime/abort"
import { outcomeJSON } from "../../runtime/emit"
import { mapConcurrent } from "../../runtime/map-concurrent"
import type { RunContext } from "../run-context"
import { stopAtShare } from "../time-limit"
import { type ReadDocument, readDocument } from "./read-document"
import type { AskedDocument } from "./select-documents"

/** Reading may end before its run does. */
interface Reading {
  readonly context: RunContext
  readonly plan: Plan
  readonly signal: AbortSignal
  readonly read: ReadDocument
}

/** One agent a document, at most `concurrency` at a time; exactly one outcome a document, in the order asked. */
export async function readDocuments(
  context: RunContext,
  plan: Plan,
  asked: readonly AskedDocument[],
  keep: (outcomes: () => readonly DocumentOutcome[]) => void,
  read: ReadDocument = readDocument,
): Promise<readonly DocumentOutcome[]> {
  const { emit, signal, config } = context
  const reading = linkAbort(signal)
  const stopClock = stopAtShare(context, readingShare, reading.controller)
  let limit: LimitExceededError | undefined
  let done = 0
  const reached = new Array<DocumentOutcome | undefined>(asked.length).fill(undefined)
  keep(() => reached.filter((outcome) => outcome !== undefined))
  const onLimit = (error: LimitExceededError) => {
    if (limit === undefined) emit({ type: "limit", error: error.toJSON() })
    limit ??= error
  }
  let searches: SharedSearches | undefined
  try {
    searches = await sharedSearches(context, asked, reading.controller.signal)
    const shared = { context: { ...context, searches }, plan, signal: reading.controller.signal, read }
    return await mapConcurrent(
      asked,
      config.concurrency,
      async (document, position) => {
        const { id } = document
        const outcome = await outcomeOf(document, limit !== undefined, shared)
        signal.throwIfAborted()
        reached[position] = outcome
        const limited = "error" in outcome ? limitIn(outcome.error) : undefined
        if (limited !== undefined) onLimit(limited)
        done += 1
        const counts = { done, documentCount: asked.length }
        const { status } = outcome
        emit({ type: "agent-end", documentId: id, status, outcome: outcomeJSON(outcome), ...counts })
        return outcome
      },
      signal,
    )
  } finally {
    stopClock()
    searches?.close()
    reading.unlink()
  }
}

/** Of the documents that are too long to be shown whole; an agent of the config's own may search any. */
async function sharedSearches(
  context: RunContext,
  asked: readonly AskedDocument[],
  signal: AbortSignal,
): Promise<SharedSearches | undefined> {
  const { config, vectorStore } = context
  const embedder = context.embedder("search")
  if (embedder === undefined) return undefined
  const { createSharedSearches } = await import("../../retrieval/shared-searches")
  const shownWhole = config.agent === undefined ? config.agentOptions.readWholeTokens : 0
  const documents = asked.flatMap(({ stored, notSelectedScore }) =>
    stored !== undefined && stored.tokens > shownWhole && notSelectedScore === undefined ? [stored] : [],
  )
  return createSharedSearches({ vectorStore, embedder, documents, topK: config.retrieval.topK, signal })
}

async function outcomeOf(
  { id, stored, notSelectedScore }: AskedDocument,
  limited: boolean,
  reading: Reading,
): Promise<DocumentOutcome> {
  if (stored === undefined) return { documentId: id, title: id, status: "skipped", reason: "missing" }
  const head = { documentId: id, title: stored.title }
  if (stored.chunkCount === 0) return { ...head, status: "skipped", reason: "empty" }
  if (notSelectedScore !== undefined) {
    return { ...head, status: "skipped", reason: "not-selected", score: notSelectedScore }
  }
  if (limited) return { ...head, status: "skipped", reason: "limit" }
  const { context, plan, signal, read } = reading
  const { emit, vectorStore } = context
  emit({ type: "agent-start", documentId: id, title: stored.title })
  try {
    const findings = await read(context, plan, stored, signal)
    return { ...head, status: statusOf(findings), findings }
  } catch (error) {
    if (!isStale(error)) return failure(head, error, reading)
  }
  // The document was replaced while it was read: once more, on what it is now.
  try {
    const current = await vectorStore.get({ documentId: id, signal })
    if (current === undefined) return { ...head, status: "skipped", reason: "missing" }
    if (current.chunkCount === 0)
      return { documentId: id, title: current.title, status: "skipped", reason: "empty" }
    const findings = await read(context, plan, current, signal)
    return { documentId: id, title: current.title, status: statusOf(findings), findings }
  } catch (error) {
    return failure(head, error, reading)
  }
}

function statusOf({ rows, answers }: Findings): "answered" | "not-found" {
  return rows?.some(holdsValue) || answers.some(({ found }) => found) ? "answered" : "not-found"
}

/** A value that the schema refuses, or that nothing supports, was said too. */
function holdsValue({ cells }: FoundRow): boolean {
  return Object.values(cells).some(({ status }) => status === "found" || status === "invalid")
}

function failure(
  head: { documentId: string; title: string },
  error: unknown,
  { context, signal }: Reading,
): DocumentOutcome {
  const stopped = signal.aborted ? signal.reason : error
  const failed = SpdRagError.isInstance(error) ? error : new DocumentAgentError(head.documentId, stopped)
  context.emit({ type: "agent-error", documentId: head.documentId, error: failed.toJSON() })
  const findings = failed instanceof DocumentAgentError ? failed.findings : undefined
  return findings === undefined
    ? { ...head, status: "failed", error: failed }
    : { ...head, status: "partial", findings, error: failed }
}

function isStale(error: unknown): boolean {
  const cause = error instanceof DocumentAgentError ? error.cause : error
  return SpdRagError.isInstance(cause) && cause.name === "StaleRevisionError"
}

function limitIn(error: SpdRagError): LimitExceededError | undefined {
  const cause = error instanceof DocumentAgentError ? error.cause : error
  return cause instanceof LimitExceededError ? cause : undefined
}
