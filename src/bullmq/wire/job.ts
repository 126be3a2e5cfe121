import type { CallRecord, Plan, RunEvent, TraceCarrier, Warning } from "../../contracts"
import type { ErrorJSON } from "../../errors"
import { digestOf } from "./digest"
import type { PackedFindings } from "./findings"

/** Of what is written to Redis; raised when workers and askers of two versions would misread each other. */
export const jobVersion = 1

/** What a job is: everything that determines what its document's agent finds. No text of the document. */
export interface AgentJob {
  readonly version: number
  /** Of what the workers read with. */
  readonly fingerprint: string
  readonly question: string
  readonly plan: Plan
  readonly documentId: string
  readonly revision: string
  /** Hash of title and metadata, which the agent is shown too. */
  readonly about: string
}

/** A job as it is put into the queue: beside what it is, the piece of work that it is a part of. */
export type QueuedJob = AgentJob & { readonly trace?: TraceCarrier | undefined }

/** Equal for equal jobs, so that a job that was asked for twice is there once. */
export function jobIdOf(job: AgentJob): Promise<string> {
  return digestOf(job)
}

/** What the workers of a queue read with. */
export interface Announcement {
  readonly version: number
  readonly fingerprint: string
}

/** How reading ended. */
export type JobEnd =
  | { readonly status: "read"; readonly findings: PackedFindings }
  | {
      readonly status: "failed"
      readonly error: ErrorJSON
      /** What had been read by then. */
      readonly findings?: PackedFindings | undefined
    }

/** What a job came to. */
export type JobResult = JobEnd & {
  readonly calls: readonly CallRecord[]
  readonly warnings: readonly Warning[]
}

/** What happens in a job, as it happens. */
export type JobMessage = { readonly jobId: string } & (
  | { readonly type: "event"; readonly event: RunEvent }
  /** `number`: its place among the calls of the job, from 1. */
  | { readonly type: "call"; readonly call: CallRecord; readonly number: number }
  | { readonly type: "end" }
)
