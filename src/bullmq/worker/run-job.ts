import type { Job } from "bullmq"
import type { ResolvedConfig } from "../../config/resolve"
import type { CallRecord, Findings, Warning } from "../../contracts"
import { DocumentAgentError } from "../../errors"
import { AgentWorkerError } from "../error"
import type { RedisClient } from "../redis/client"
import type { Keys } from "../redis/keys"
import { packError } from "../wire/failure"
import { packFindings } from "../wire/findings"
import { type AgentJob, type JobEnd, type JobResult, jobVersion, type QueuedJob } from "../wire/job"
import { readForJob } from "./read-for-job"
import { createReports } from "./reports"
import type { Watch } from "./watch"

export interface WorkerContext {
  readonly client: RedisClient
  readonly keys: Keys
  readonly config: ResolvedConfig
  readonly fingerprint: string
  readonly resultsExpireAfterMs: number
  readonly watch: Watch
}

/** A failure is there for who waits for it, and gone for who asks again. */
const failureMs = 60_000
/** A document that ends every process that reads it is given up. */
const maxStarts = 4

/** One document: its result stands in Redis before the job is over, so that whoever takes it over finds it. */
export async function runJob(
  context: WorkerContext,
  { id, data, attemptsStarted }: Pick<Job<QueuedJob>, "id" | "data" | "attemptsStarted">,
  signal: AbortSignal,
): Promise<void> {
  const { client, keys, config, watch } = context
  const jobId = id!
  const reports = createReports(client, keys, jobId)
  const [kept, wanted] = await client.mget([keys.result(jobId), keys.wanted(jobId)])
  // Another worker finished it and died before it could say so; or nobody waits for it any more.
  const isOver = kept !== null && (JSON.parse(kept!) as JobResult).status === "read"
  if (isOver || !wanted) return reports.end()
  if (attemptsStarted > 1) reports.call(lostCall(config))
  const followed = watch.follow(jobId, signal)
  const warnings: Warning[] = []
  let end: JobEnd
  try {
    const refusal = refusalOf(context, data, attemptsStarted)
    if (refusal !== undefined) throw refusal
    const findings = await readForJob(config, data, followed.signal, {
      onEvent: reports.event,
      onCall: reports.call,
      warn: (warning) => warnings.push(warning),
    })
    end = { status: "read", findings: await packFindings(findings) }
  } catch (error) {
    if (followed.signal.aborted) return reports.end()
    end = await failureOf(error)
  } finally {
    followed.done()
  }
  const result: JobResult = { ...end, calls: await reports.calls(), warnings }
  const keptMs = result.status === "read" ? context.resultsExpireAfterMs : failureMs
  await client.set(keys.result(jobId), JSON.stringify(result), "PX", keptMs)
  await reports.end()
}

function refusalOf(
  { fingerprint }: WorkerContext,
  job: AgentJob,
  attemptsStarted: number,
): AgentWorkerError | undefined {
  if (job.version !== jobVersion) {
    const message = `The job is of version ${job.version}, this worker reads those of ${jobVersion}: run the same version of spd-rag in both.`
    return new AgentWorkerError("other-version", message)
  }
  if (job.fingerprint !== fingerprint) {
    const message =
      "This worker reads with another configuration than the one that was there when the question was asked: give all workers of a queue the same, or ask again."
    return new AgentWorkerError("other-config", message)
  }
  if (attemptsStarted <= maxStarts) return undefined
  const message = `${attemptsStarted - 1} workers ended while they read document ${JSON.stringify(job.documentId)}.`
  return new AgentWorkerError("workers-died", message)
}

async function failureOf(error: unknown): Promise<JobEnd> {
  const failed = error instanceof DocumentAgentError ? error : undefined
  const findings: Findings | undefined = failed?.findings
  return {
    status: "failed",
    error: packError(failed === undefined ? error : failed.cause),
    ...(findings !== undefined && { findings: await packFindings(findings) }),
  }
}

/** What the worker before was in when it ended: nobody knows whether it was paid. */
function lostCall({ llm }: ResolvedConfig): CallRecord {
  return { stage: "agent", modelId: llm.agent?.modelId ?? "unknown" }
}
