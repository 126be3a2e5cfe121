import type { CallRecord, RunEvent } from "../../contracts"
import type { RedisClient } from "../redis/client"
import type { Keys } from "../redis/keys"
import type { JobMessage } from "../wire/job"

/** What a job tells those who wait for it; calls are kept too, since they are paid though the worker dies. */
export interface Reports {
  event(event: RunEvent): void
  call(call: CallRecord): void
  /** All calls of the job, those of earlier workers first. */
  calls(): Promise<readonly CallRecord[]>
  end(): Promise<void>
}

/** Longer than a document takes. */
const callsKeptMs = 3_600_000

export function createReports(client: RedisClient, keys: Keys, jobId: string): Reports {
  const publish = (message: JobMessage) => client.publish(keys.events, JSON.stringify(message))
  /** One after the other, in the order in which it happened. A failure is one of Redis, which the result meets too. */
  let told: Promise<unknown> = Promise.resolve()
  const tell = (report: () => Promise<unknown>) => {
    told = told.then(report).catch(() => {})
  }
  return {
    event: (event) => tell(() => publish({ jobId, type: "event", event })),
    call: (call) =>
      tell(async () => {
        const number = await client.rpush(keys.calls(jobId), JSON.stringify(call))
        await client.pexpire(keys.calls(jobId), callsKeptMs)
        await publish({ jobId, type: "call", call, number })
      }),
    async calls() {
      await told
      const calls = await client.lrange(keys.calls(jobId), 0, -1)
      return calls.map((call) => JSON.parse(call) as CallRecord)
    },
    async end() {
      await told
      await client.del(keys.calls(jobId))
      await publish({ jobId, type: "end" })
    },
  }
}
