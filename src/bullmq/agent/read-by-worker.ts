import type { CallRecord, DocumentAgentTask, Findings, RunEvent } from "../../contracts"
import { DocumentAgentError, SpdRagError } from "../../errors"
import { AgentWorkerError } from "../error"
import { digestOf } from "../wire/digest"
import { unpackError } from "../wire/failure"
import { unpackFindings } from "../wire/findings"
import { type AgentJob, type JobResult, jobVersion } from "../wire/job"
import type { Exchange } from "./exchange"

/**
 * One document read by a worker: its findings with the document's words put in from the asker's store, its calls
 * counted for the asker's run.
 *
 * @throws DocumentAgentError, AgentWorkerError, StaleRevisionError, LimitExceededError; the signal's reason
 */
export async function readByWorker(exchange: Exchange, task: DocumentAgentTask): Promise<Findings> {
  const { document, search, signal, calls, warn, onEvent, traceCarrier } = task
  const job = await jobOf(exchange, task)
  let counted = 0
  let limit: { readonly error: unknown } | undefined
  const count = (call: CallRecord) => {
    counted += 1
    try {
      calls?.record(call)
    } catch (error) {
      limit ??= { error }
    }
  }
  const { result, isFound } = await exchange.resultOf({ ...job, trace: traceCarrier?.() }, signal, {
    onEvent: (event) => {
      if (isOf(event, document.id)) onEvent?.(event)
    },
    onCall(call, number) {
      // One that was missed is counted at the end, with those after it.
      if (number === counted + 1) count(call)
      return limit === undefined ? "go on" : "stop"
    },
  })
  if (result === "stopped") throw limit?.error
  for (const call of result.calls.slice(counted)) {
    count(isFound ? { modelId: call.modelId, usage: call.usage, fromCache: true } : call)
  }
  for (const warning of result.warnings) warn?.(warning)
  if (result.status === "failed") throw await failureOf(result, task)
  const findings = await unpackFindings(result.findings, document, await search.chunks({ signal }))
  if (limit === undefined) return findings
  // The run has to hear of its limit, and what was paid for is kept.
  throw new DocumentAgentError(document.id, limit.error, findings)
}

async function jobOf(
  exchange: Exchange,
  { question, plan, document, table, signal }: DocumentAgentTask,
): Promise<AgentJob> {
  // A worker answers tasks; of its answers one row can be made, and the others would be lost.
  if (table?.rows === "many") throw manyRows()
  const { version, fingerprint } = await exchange.workers(signal)
  if (version !== jobVersion) throw otherVersion(version)
  const { id: documentId, revision, title, metadata } = document
  const about = await digestOf({ title, metadata })
  return { version, fingerprint, question, plan, documentId, revision, about }
}

function manyRows(): AgentWorkerError {
  const message =
    'Workers read one row a document: ask for `rows: "document"`, or leave `agent` out to read `rows: "many"` in this process.'
  return new AgentWorkerError("many-rows", message)
}

function otherVersion(version: number): AgentWorkerError {
  const message = `The workers write jobs of version ${version}, this process those of ${jobVersion}: run the same version of spd-rag in both.`
  return new AgentWorkerError("other-version", message)
}

async function failureOf(
  { error, findings }: JobResult & { readonly status: "failed" },
  { document, search, signal }: DocumentAgentTask,
): Promise<Error> {
  const cause = unpackError(error)
  if (cause.name === "StaleRevisionError") {
    // Fails where the document was replaced in our store too; the run reads it as it is now.
    await search.chunks({ signal })
    const message = `The worker's set has document ${JSON.stringify(document.id)} in another revision: give the workers the store of this set.`
    return new AgentWorkerError("other-set", message)
  }
  if (SpdRagError.isInstance(cause) && cause.name === "AgentWorkerError") return cause
  const read = findings && (await unpackFindings(findings, document, await search.chunks({ signal })))
  return new DocumentAgentError(document.id, cause, read)
}

/** What a worker may tell of: searches of this document, and calls that are tried again. */
function isOf(event: RunEvent, documentId: string): boolean {
  if (event.type === "call-retry") return true
  return (
    /^search-(start|end|error)$/.test(event.type) && "documentId" in event && event.documentId === documentId
  )
}
