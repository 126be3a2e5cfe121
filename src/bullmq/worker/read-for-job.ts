import type { ResolvedConfig } from "../../config/resolve"
import type { ResolvedAsk } from "../../config/resolve-ask"
import type { CallRecord, Findings, RunEvent, Warning } from "../../contracts"
import { checkBeforeReading, makingOf } from "../../documents/making"
import { StaleRevisionError } from "../../errors"
import { readDocument } from "../../run/documents/read-document"
import { createRunContext } from "../../run/run-context"
import { errorJSON, safeListeners } from "../../runtime/emit"
import { loadTokenCounter } from "../../tokens/default-counter"
import { AgentWorkerError } from "../error"
import type { QueuedJob } from "../wire/job"

export interface JobHooks {
  readonly onEvent: (event: RunEvent) => void
  readonly onCall: (call: CallRecord) => void
  readonly warn: (warning: Warning) => void
}

/**
 * Reads a job's document as a run would.
 *
 * @throws AgentWorkerError, StaleRevisionError, or what fails an agent; the signal's reason
 */
export async function readForJob(
  config: ResolvedConfig,
  { question, plan, documentId, revision, trace: carrier }: QueuedJob,
  signal: AbortSignal,
  { onEvent, onCall, warn }: JobHooks,
): Promise<Findings> {
  await loadTokenCounter(config.countTokens, signal)
  // The limits are the asker's.
  const ask: ResolvedAsk = { question, mode: "prose", limits: {}, routing: false, onEvent: () => {} }
  const trace = config.telemetry?.startRun({ kind: "part", prices: config.prices ?? {}, carrier })
  const emit = safeListeners<RunEvent>(trace?.onEvent, onEvent)
  const context = createRunContext(ask, config, { signal, emit, warn }, { onCall, trace })
  const usesVectors = config.embedder !== undefined && config.retrieval.mode !== "lexical"
  await checkBeforeReading(context.vectorStore, makingOf(config), usesVectors, signal)
  const document = await context.vectorStore.get({ documentId, signal })
  if (document === undefined) {
    const message = `The worker's set has no document ${JSON.stringify(documentId)}: give the workers the store of the set that is asked.`
    throw new AgentWorkerError("no-document", message)
  }
  if (document.revision !== revision) throw new StaleRevisionError(documentId, revision)
  // What the asker's run tells of a document, to it; of this worker's part, to nobody else.
  trace?.onEvent({ type: "agent-start", documentId, title: document.title })
  try {
    const findings = await readDocument(context, plan, document, signal)
    trace?.onEvent({ type: "agent-end", documentId, status: statusOf(findings) })
    return findings
  } catch (error) {
    trace?.onEvent({ type: "agent-error", documentId, error: errorJSON(error) })
    trace?.onEvent({ type: "agent-end", documentId, status: "failed" })
    throw error
  }
}

function statusOf({ answers }: Findings): "answered" | "not-found" {
  return answers.some(({ found }) => found) ? "answered" : "not-found"
}
