import type { CallRecord, RunEvent } from "../../contracts"
import { onAbort } from "../../runtime/abort"
import { AgentWorkerError } from "../error"
import { type JobMessage, type JobResult, jobIdOf, type QueuedJob } from "../wire/job"
import type { JobQueue } from "./job-queue"

/** What the one who waits for a job is told meanwhile. */
export interface JobListener {
  onEvent(event: RunEvent): void
  /** `stop` ends the job, unless somebody else waits for it. */
  onCall(call: CallRecord, number: number): "go on" | "stop"
}

export interface JobOutcome {
  readonly result: JobResult | "stopped"
  /** It was there, or somebody else of this process had asked for it. */
  readonly isFound: boolean
}

/** The jobs that this process waits for. */
export interface Jobs {
  isIdle(): boolean
  resultOf(job: QueuedJob, signal: AbortSignal | undefined, listener: JobListener): Promise<JobOutcome>
  hear(message: JobMessage): void
  /** Finds results whose message was missed and jobs that are gone, and says that the others are still wanted. */
  look(): Promise<void>
  failAll(error: unknown): void
}

interface Waiter {
  readonly listener: JobListener
  readonly isFirst: boolean
  wantsStop: boolean
  settle(outcome: JobOutcome): void
  fail(error: unknown): void
}

interface Entry {
  readonly jobId: string
  readonly job: QueuedJob
  readonly waiters: Set<Waiter>
  isInQueue: boolean
  isCancelled: boolean
  added: number
}

/** Times that a job is put in again after it was lost, as by a Redis that keeps nothing. */
const maxAdded = 20

/** @param onBusy called whenever there is a job to wait for */
export function createJobs(queue: JobQueue, onBusy: () => void): Jobs {
  const entries = new Map<string, Entry>()

  async function start(entry: Entry): Promise<void> {
    const kept = await queue.take(entry.jobId)
    if (kept === undefined) await add(entry)
    else settle(entry, kept, true)
  }

  async function add(entry: Entry): Promise<void> {
    entry.isInQueue = false
    entry.added += 1
    if (entry.added > maxAdded) {
      const message = `A job was lost ${maxAdded} times: does Redis keep its data (maxmemory-policy noeviction)?`
      throw new AgentWorkerError("job-lost", message)
    }
    await queue.add(entry.jobId, entry.job)
    entry.isInQueue = true
  }

  function settle(entry: Entry, result: JobResult, isFound = false): void {
    entries.delete(entry.jobId)
    for (const waiter of entry.waiters) waiter.settle({ result, isFound: isFound || !waiter.isFirst })
  }

  function fail(entry: Entry, error: unknown): void {
    entries.delete(entry.jobId)
    for (const waiter of entry.waiters) waiter.fail(error)
  }

  /** The job is over, with a result or without one. */
  function ended(entry: Entry, result: JobResult | undefined): void {
    if (entries.get(entry.jobId) !== entry) return
    if (result !== undefined) settle(entry, result)
    else if (entry.isCancelled) stopped(entry)
    else again(entry)
  }

  function again(entry: Entry): void {
    add(entry).catch((error) => fail(entry, error))
  }

  /** Somebody may have come who did not want it to stop. */
  function stopped(entry: Entry): void {
    for (const waiter of [...entry.waiters].filter(({ wantsStop }) => wantsStop)) {
      entry.waiters.delete(waiter)
      waiter.settle({ result: "stopped", isFound: false })
    }
    entry.isCancelled = false
    if (entry.waiters.size === 0) entries.delete(entry.jobId)
    else again(entry)
  }

  function cancel(entry: Entry): void {
    entry.isCancelled = true
    queue.cancel(entry.jobId)
  }

  function leave(entry: Entry, waiter: Waiter): void {
    entry.waiters.delete(waiter)
    if (entry.waiters.size > 0 || entries.get(entry.jobId) !== entry) return
    entries.delete(entry.jobId)
    cancel(entry)
  }

  return {
    isIdle: () => entries.size === 0,
    async resultOf(job, signal, listener) {
      const { trace: _, ...identity } = job
      const jobId = await jobIdOf(identity)
      signal?.throwIfAborted()
      return new Promise((resolve, reject) => {
        const known = entries.get(jobId)
        const entry = known ?? newEntry(jobId, job)
        let stopListening = () => {}
        const waiter: Waiter = {
          listener,
          isFirst: known === undefined,
          wantsStop: false,
          settle(outcome) {
            stopListening()
            resolve(outcome)
          },
          fail(error) {
            stopListening()
            reject(error)
          },
        }
        entry.waiters.add(waiter)
        if (signal !== undefined) {
          stopListening = onAbort(signal, () => {
            leave(entry, waiter)
            reject(signal.reason)
          })
        }
        if (known !== undefined) return
        entries.set(jobId, entry)
        start(entry).catch((error) => fail(entry, error))
        onBusy()
      })
    },
    hear(message) {
      const entry = entries.get(message.jobId)
      if (entry === undefined) return
      if (message.type === "end") {
        queue.result(entry.jobId).then(
          (result) => ended(entry, result),
          (error) => fail(entry, error),
        )
        return
      }
      for (const waiter of entry.waiters) {
        if (message.type === "event") waiter.listener.onEvent(message.event)
        else if (waiter.isFirst) {
          waiter.wantsStop ||= waiter.listener.onCall(message.call, message.number) === "stop"
        }
      }
      if (!entry.isCancelled && [...entry.waiters].every(({ wantsStop }) => wantsStop)) cancel(entry)
    },
    async look() {
      const open = [...entries.values()].filter(({ isInQueue }) => isInQueue)
      const states = await queue.states(open.map(({ jobId }) => jobId))
      for (const [at, { result, isThere }] of states.entries()) {
        const entry = open[at]!
        if ((result !== undefined || !isThere) && entry.isInQueue) ended(entry, result)
      }
      const wanted = [...entries.values()].filter(({ isCancelled }) => !isCancelled)
      await queue.keepWanted(wanted.map(({ jobId }) => jobId))
    },
    failAll(error) {
      for (const entry of [...entries.values()]) {
        fail(entry, error)
        cancel(entry)
      }
    },
  }
}

function newEntry(jobId: string, job: QueuedJob): Entry {
  return { jobId, job, waiters: new Set(), isInQueue: false, isCancelled: false, added: 0 }
}
