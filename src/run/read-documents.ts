import { runDocumentAgent } from "../agent/run-document-agent"
import type { SpdRagConfig } from "../config/options"
import type {
  DocumentAgentTask,
  DocumentOutcome,
  Findings,
  Plan,
  StoredDocument,
  Warning,
} from "../contracts"
import { DocumentAgentError, InvalidOutputError, LimitExceededError, SpdRagError } from "../errors"
import { verifyFindings } from "../evidence/verify-findings"
import { createDocumentSearch } from "../retrieval/document-search"
import { resolveRetrievalOptions } from "../retrieval/retrieval-options"
import { linkAbort } from "../runtime/abort"
import { errorJSON } from "../runtime/emit"
import { mapConcurrent } from "../runtime/map-concurrent"
import type { RunContext } from "./run-context"
import type { AskedDocument } from "./select-documents"

export interface ReadRequest {
  readonly question: string
  readonly plan: Plan
  readonly asked: readonly AskedDocument[]
  readonly config: SpdRagConfig
  readonly context: RunContext
  readonly warn: (warning: Warning) => void
  readonly signal: AbortSignal
}

/** One agent a document, at most `concurrency` at a time; exactly one outcome a document, in the order asked. */
export async function readDocuments(request: ReadRequest): Promise<readonly DocumentOutcome[]> {
  const { asked, context, signal } = request
  const { emit } = context
  const reading = linkAbort(signal)
  const stopClock = stopAtTimeLimit(context, reading.controller)
  let limit: LimitExceededError | undefined
  let done = 0
  const onLimit = (error: LimitExceededError) => {
    if (limit === undefined) emit({ type: "limit", error: error.toJSON() })
    limit ??= error
  }
  try {
    return await mapConcurrent(
      asked,
      context.concurrency,
      async (document) => {
        const { id } = document
        const outcome = await outcomeOf(document, limit !== undefined, {
          ...request,
          signal: reading.controller.signal,
        })
        signal.throwIfAborted()
        const reached = "error" in outcome ? limitIn(outcome.error) : undefined
        if (reached !== undefined) onLimit(reached)
        done += 1
        emit({ type: "agent-end", documentId: id, status: outcome.status, done, documentCount: asked.length })
        return outcome
      },
      signal,
    )
  } finally {
    stopClock()
    reading.unlink()
  }
}

async function outcomeOf(
  { id, stored, notSelectedScore }: AskedDocument,
  limited: boolean,
  request: ReadRequest,
): Promise<DocumentOutcome> {
  if (stored === undefined) return { documentId: id, title: id, status: "skipped", reason: "missing" }
  const head = { documentId: id, title: stored.title }
  if (stored.chunkCount === 0) return { ...head, status: "skipped", reason: "empty" }
  if (notSelectedScore !== undefined) {
    return { ...head, status: "skipped", reason: "not-selected", score: notSelectedScore }
  }
  if (limited) return { ...head, status: "skipped", reason: "limit" }
  const { emit, vectorStore } = request.context
  emit({ type: "agent-start", documentId: id, title: stored.title })
  try {
    return { ...head, ...answered(await readOnce(stored, request)) }
  } catch (error) {
    if (!isStale(error)) return failure(head, error, request)
  }
  // The document was replaced while it was read: once more, on what it is now.
  try {
    const current = await vectorStore.get({ documentId: id, signal: request.signal })
    if (current === undefined) return { ...head, status: "skipped", reason: "missing" }
    if (current.chunkCount === 0)
      return { documentId: id, title: current.title, status: "skipped", reason: "empty" }
    return { documentId: id, title: current.title, ...answered(await readOnce(current, request)) }
  } catch (error) {
    return failure(head, error, request)
  }
}

async function readOnce(document: StoredDocument, request: ReadRequest): Promise<Findings> {
  const { question, plan, config, context, warn, signal } = request
  const { topK, topN, mode } = resolveRetrievalOptions(config.retrieval, config.embedder !== undefined)
  const search = createDocumentSearch({
    document,
    vectorStore: context.vectorStore,
    embedder: context.embedder("search"),
    reranker: context.reranker(),
    topK,
    topN,
    mode,
    onRerankError: (error) => {
      if (error instanceof LimitExceededError) throw error
      context.emit({ type: "search-error", documentId: document.id, query: "", error: errorJSON(error) })
      warn({
        code: "rerank-failed",
        message: "Reranking failed for a search; its passages kept the order before it.",
        documentIds: [document.id],
      })
    },
  })
  const task: DocumentAgentTask = { question, plan, document, search, signal }
  if (config.agent === undefined) {
    const { llm, countTokens, emit } = context
    return runDocumentAgent({
      ...config.agentOptions,
      ...task,
      llm: llm("agent"),
      countTokens,
      onEvent: emit,
    })
  }
  const findings = await config.agent(task)
  checkFindings(findings, document.id)
  const quoted = findings.answers.some(({ quotes }) => quotes.length > 0)
  return quoted ? verifyFindings(findings, await search.chunks({ signal })) : findings
}

function answered(findings: Findings): { status: "answered" | "not-found"; findings: Findings } {
  const some = findings.answers.some(({ found }) => found)
  const reportOnly = findings.answers.length === 0 && findings.report.trim() !== ""
  return { status: some || reportOnly ? "answered" : "not-found", findings }
}

function failure(
  head: { documentId: string; title: string },
  error: unknown,
  { context, signal }: ReadRequest,
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

/** A plug's findings are used by every later stage, so their shape is checked here, once. */
function checkFindings(findings: Findings, documentId: string): void {
  const good =
    typeof findings === "object" &&
    findings !== null &&
    findings.documentId === documentId &&
    typeof findings.report === "string" &&
    Array.isArray(findings.answers) &&
    findings.answers.every(({ answer, quotes }) => typeof answer === "string" && Array.isArray(quotes))
  if (good) return
  throw new DocumentAgentError(
    documentId,
    new InvalidOutputError("The agent returned no findings of its own document.", { reason: "malformed" }),
  )
}

/** Ends reading when its share of `maxDurationMs` is used up. */
function stopAtTimeLimit({ clock, limiter }: RunContext, controller: AbortController): () => void {
  const leftMs = limiter.readingTimeLeftMs()
  if (leftMs === undefined) return () => {}
  const timer = new AbortController()
  clock.sleep(leftMs, timer.signal).then(
    () => controller.abort(new LimitExceededError("maxDurationMs", Math.round(leftMs), Math.round(leftMs))),
    () => {},
  )
  return () => timer.abort()
}
