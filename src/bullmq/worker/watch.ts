import { onAbort, raceAbort } from "../../runtime/abort"
import { systemClock } from "../../runtime/clock"
import type { RedisClient } from "../redis/client"
import type { Keys } from "../redis/keys"
import { type Announcement, jobVersion } from "../wire/job"

/** Says that this worker is there, and looks whether anybody still waits for what it reads. */
export interface Watch {
  /** A signal that aborts once nobody waits for the job, or `signal` does; `done` when it is over. */
  follow(jobId: string, signal: AbortSignal): { readonly signal: AbortSignal; done(): void }
  stop(): Promise<void>
}

const lookMs = 1_000
/** An asker that died says nothing any more; one whose Redis was away says so again soon. */
const misses = 5
const announceEvery = 15
const announcedMs = 60_000

export function startWatch({
  client,
  keys,
  fingerprint,
  onError,
}: {
  readonly client: RedisClient
  readonly keys: Keys
  readonly fingerprint: string
  readonly onError: (error: Error) => void
}): Watch {
  const followed = new Map<string, { readonly controller: AbortController; misses: number }>()
  const stopped = new AbortController()
  const announcement = JSON.stringify({ version: jobVersion, fingerprint } satisfies Announcement)

  const announce = () => client.set(keys.workers, announcement, "PX", announcedMs)

  async function look(): Promise<void> {
    const jobIds = [...followed.keys()]
    if (jobIds.length === 0) return
    const wanted = await client.mget(jobIds.map(keys.wanted))
    for (const [at, jobId] of jobIds.entries()) {
      const entry = followed.get(jobId)
      if (entry === undefined) continue
      entry.misses = wanted[at] === null ? entry.misses + 1 : 0
      if (wanted[at] === "" || entry.misses >= misses) entry.controller.abort(unwanted())
    }
  }

  async function run(): Promise<void> {
    for (let turn = 0; !stopped.signal.aborted; turn++) {
      try {
        const turns = turn % announceEvery === 0 ? announce().then(look) : look()
        await raceAbort(turns, stopped.signal)
      } catch (error) {
        if (!stopped.signal.aborted) onError(error as Error)
      }
      await systemClock.sleep(lookMs, stopped.signal).catch(() => {})
    }
  }

  const running = run()
  return {
    follow(jobId, signal) {
      const controller = new AbortController()
      followed.set(jobId, { controller, misses: 0 })
      const abort = () => controller.abort(signal.reason)
      const stopListening = signal.aborted ? abort() : onAbort(signal, abort)
      return {
        signal: controller.signal,
        done() {
          stopListening?.()
          followed.delete(jobId)
        },
      }
    },
    async stop() {
      stopped.abort()
      await running
    },
  }
}

function unwanted(): DOMException {
  return new DOMException("Nobody waits for this document any more.", "AbortError")
}
