import { loadPeer } from "../../runtime/load-peer"
import type { RedisClient } from "../redis/client"
import type { Keys } from "../redis/keys"
import { patiently } from "../redis/patience"
import type { JobResult, QueuedJob } from "../wire/job"

/** The queue and its results, as an asker uses them. */
export interface JobQueue {
  /** Says that the job is wanted and puts it in, unless it is there. */
  add(jobId: string, job: QueuedJob): Promise<void>
  /** Its result; one that failed is forgotten, so that the document is read again. */
  take(jobId: string): Promise<JobResult | undefined>
  result(jobId: string): Promise<JobResult | undefined>
  /** What became of jobs that were put in. */
  states(jobIds: readonly string[]): Promise<readonly JobState[]>
  /** Says that they are wanted still. */
  keepWanted(jobIds: readonly string[]): Promise<void>
  /** Tells its worker to stop, and takes it out where no worker has it yet. */
  cancel(jobId: string): void
  close(): Promise<void>
}

export interface JobState {
  readonly result: JobResult | undefined
  readonly isThere: boolean
}

/** How long a job is wanted after its asker was last heard of. */
const wantedMs = 30_000
/** A Redis that is down is not waited for in the end. */
const closeMs = 1_000

export async function openJobQueue(client: RedisClient, name: string, keys: Keys): Promise<JobQueue> {
  const { Queue } = await loadPeer("bullmq", "^6.7.0", () => import("bullmq"))
  const queue = new Queue(name, { connection: client })
  queue.on("error", () => {}) // Heard of by who waits: commands are kept until Redis is back.
  const cancelling = new Set<Promise<unknown>>()
  const setWanted = (jobId: string, wanted: "yes" | "") =>
    client.set(keys.wanted(jobId), wanted, "PX", wantedMs)
  const result = async (jobId: string) => read(await client.get(keys.result(jobId)))
  return {
    result,
    async add(jobId, job) {
      await setWanted(jobId, "yes")
      await queue.add("read-document", job, { jobId, removeOnComplete: true, removeOnFail: true })
    },
    async take(jobId) {
      const found = await result(jobId)
      if (found?.status === "failed") await client.del(keys.result(jobId))
      return found?.status === "read" ? found : undefined
    },
    async states(jobIds) {
      if (jobIds.length === 0) return []
      // A job is gone only after its result is there, so that it is looked for first.
      const there = await Promise.all(jobIds.map((jobId) => client.exists(queue.toKey(jobId))))
      const results = await client.mget(jobIds.map(keys.result))
      return jobIds.map((_, at) => ({ result: read(results[at]), isThere: there[at] === 1 }))
    },
    async keepWanted(jobIds) {
      await Promise.all(jobIds.map((jobId) => setWanted(jobId, "yes")))
    },
    cancel(jobId) {
      const told = setWanted(jobId, "")
        .then(() => queue.remove(jobId))
        .catch(() => {})
        .finally(() => cancelling.delete(told))
      cancelling.add(told)
    },
    async close() {
      await patiently(Promise.all(cancelling), undefined, closeMs).catch(() => {})
      await queue.close()
    },
  }
}

function read(text: string | null | undefined): JobResult | undefined {
  return text == null ? undefined : (JSON.parse(text) as JobResult)
}
