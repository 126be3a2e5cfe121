import { systemClock } from "../../runtime/clock"
import { AgentWorkerError } from "../error"
import type { RedisClient } from "../redis/client"
import { patiently } from "../redis/patience"
import type { Announcement } from "../wire/job"

/** Whether anybody works on a queue. */
export interface Workers {
  /** @throws AgentWorkerError once there was nobody for a while */
  now(): Promise<Announcement | undefined>
  /** Waits until there is somebody. */
  first(signal: AbortSignal | undefined): Promise<Announcement>
}

/** Workers that are started together with their asker may take a while. */
const absenceMs = 60_000
const lookMs = 1_000

export function watchWorkers(client: RedisClient, key: string): Workers {
  let absentSince: number | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  const now = async () => {
    const found = await client.get(key)
    const nowMs = systemClock.now()
    // What was seen long ago says nothing about the time between.
    if (found !== null || nowMs - lookedAt > absenceMs) absentSince = undefined
    lookedAt = nowMs
    if (found !== null) return JSON.parse(found) as Announcement
    absentSince ??= nowMs
    if (nowMs - absentSince < absenceMs) return undefined
    const message = `No worker of this queue was there for ${absenceMs / 1_000} s: start one with startAgentWorker.`
    throw new AgentWorkerError("no-worker", message)
  }
  return {
    now,
    async first(signal) {
      for (;;) {
        const found = await patiently(now(), signal)
        if (found !== undefined) return found
        await systemClock.sleep(lookMs, signal)
      }
    },
  }
}
