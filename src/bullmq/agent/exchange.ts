import { systemClock } from "../../runtime/clock"
import { AgentWorkerError } from "../error"
import { openRedis, type RedisClient, type RedisConnection } from "../redis/client"
import { keysOf } from "../redis/keys"
import { patiently } from "../redis/patience"
import type { Announcement, JobMessage, QueuedJob } from "../wire/job"
import { openJobQueue } from "./job-queue"
import { createJobs, type JobListener, type JobOutcome } from "./jobs"
import { watchWorkers } from "./workers"

/** The asking side of a queue: jobs go out, results come in. */
export interface Exchange {
  /** @throws ProviderError where Redis does not answer */
  check(signal: AbortSignal | undefined): Promise<void>
  /** What the workers read with; waits for the first one, within limits. */
  workers(signal: AbortSignal | undefined): Promise<Announcement>
  /** @throws AgentWorkerError, ProviderError; the signal's reason, and then nobody works on it any more */
  resultOf(job: QueuedJob, signal: AbortSignal | undefined, listener: JobListener): Promise<JobOutcome>
  close(): Promise<void>
}

/** A Redis that is up answers within this. */
const checkMs = 10_000
/** How often what is waited for is looked after: a message may be lost, and Redis may be restarted. */
const pollMs = 2_000

export async function openExchange(connection: RedisConnection, queue: string): Promise<Exchange> {
  const keys = keysOf(queue)
  const clients: RedisClient[] = []
  const closeClients = () => {
    for (const client of clients) client.disconnect()
  }
  const open = async () => {
    const client = await openRedis(connection)
    clients.push(client)
    return client
  }
  try {
    const client = await open()
    const stop = new AbortController()
    let polling: Promise<void> | undefined
    const jobQueue = await openJobQueue(client, queue, keys)
    const jobs = createJobs(jobQueue, () => {
      polling ??= poll()
    })
    const workers = watchWorkers(client, keys.workers)
    const subscriber = await open()
    subscriber.on("message", (_, text) => {
      const message = parsed(text)
      if (message !== undefined) jobs.hear(message)
    })
    await subscriber.subscribe(keys.events)

    const look = async () => {
      await jobs.look()
      await workers.now()
    }
    async function poll(): Promise<void> {
      do {
        try {
          await systemClock.sleep(pollMs, stop.signal)
          await patiently(look(), stop.signal)
        } catch (error) {
          if (stop.signal.aborted) return
          jobs.failAll(error)
        }
      } while (!jobs.isIdle())
      polling = undefined
    }

    return {
      async check(signal) {
        await patiently(client.get(keys.workers), signal, checkMs)
      },
      workers: workers.first,
      resultOf: jobs.resultOf,
      async close() {
        stop.abort()
        jobs.failAll(new AgentWorkerError("closed", "The agent was closed before the document was read."))
        await jobQueue.close()
        closeClients()
        await polling
      },
    }
  } catch (error) {
    closeClients()
    throw error
  }
}

/** Anybody may write to a channel. */
function parsed(text: string): JobMessage | undefined {
  try {
    return JSON.parse(text) as JobMessage
  } catch {
    return undefined
  }
}
