import type { CallCache } from "../../contracts"
import { messageOf } from "../../errors"
import { raceAbort } from "../../runtime/abort"
import { systemClock } from "../../runtime/clock"
import { sha256 } from "../../runtime/hash"
import type { Meter } from "../meter"

/** What all questions of an instance share: the cache, and the calls that are under way. */
export interface SharedCalls {
  readonly cache: CallCache
  readonly underWay: Map<string, Promise<unknown>>
}

/** The cache as one run sees it. */
export interface RunCache {
  readonly shared: SharedCalls
  readonly meter: Meter
  /** Replies that the output limit cut may be kept: no limit of this run has shortened what was asked for. */
  readonly keepsCutReplies: boolean
  /** Asked no more by this run, since it was slow once. */
  isSlow: boolean
}

/** Part of every key: another form of entries has another number. */
const entryVersion = 2
/** A cache that takes longer is slower than what it spares; by the machine's clock, since it works on the machine. */
const slowMs = 5_000

export function createRunCache(shared: SharedCalls, meter: Meter, keepsCutReplies: boolean): RunCache {
  return { shared, meter, keepsCutReplies, isSlow: false }
}

/** The key of a call: everything that determines its result. Parts that are undefined count as null. */
export async function keyOf(...parts: readonly unknown[]): Promise<string> {
  return `spd-rag:${await sha256(JSON.stringify([entryVersion, ...parts]))}`
}

/** The entry of the key as `read` understands it; undefined, a miss, where the entry is absent, torn or foreign. */
export async function readEntry<T>(
  cache: RunCache,
  key: string,
  read: (result: unknown) => T | undefined,
): Promise<T | undefined> {
  const stored = await asked(cache, () => cache.shared.cache.get(key))
  if (stored === undefined || stored === null) return undefined
  const entry = parsed(stored)
  const result = entry?.key === key ? read(entry.result) : undefined
  if (result === undefined) cache.meter.cacheFailed("An entry is torn or not one of ours")
  return result
}

export async function writeEntry(cache: RunCache, key: string, result: unknown): Promise<void> {
  await asked(cache, () => cache.shared.cache.set(key, JSON.stringify({ key, result })))
}

/**
 * The result of a call that is under way for the same key, or of `call`. Where the other call fails or its run ends,
 * this one is made after all.
 */
export async function shareCall<T>(
  { shared: { underWay } }: RunCache,
  key: string,
  signal: AbortSignal | undefined,
  call: () => Promise<T>,
  onShared: (result: T) => void,
): Promise<T> {
  signal?.throwIfAborted()
  const other = underWay.get(key) as Promise<T> | undefined
  if (other !== undefined) {
    try {
      const result = await raceAbort(other, signal)
      onShared(result)
      return result
    } catch {
      signal?.throwIfAborted()
      return call()
    }
  }
  const own = call()
  underWay.set(key, own)
  try {
    return await raceAbort(own, signal)
  } finally {
    underWay.delete(key)
  }
}

/** Undefined where the cache fails or takes too long; the run is told once. */
async function asked(cache: RunCache, ask: () => unknown): Promise<unknown> {
  if (cache.isSlow) return undefined
  try {
    const answer = ask()
    // What is there at once needs no timer, which would cost several times the answer.
    return isPromise(answer) ? await inTime(cache, answer) : answer
  } catch (error) {
    cache.meter.cacheFailed(messageOf(error))
    return undefined
  }
}

async function inTime(cache: RunCache, answer: PromiseLike<unknown>): Promise<unknown> {
  const timer = new AbortController()
  const late = systemClock.sleep(slowMs, timer.signal).then(() => {
    cache.isSlow = true
    throw new Error(`no answer within ${slowMs / 1000} s, so that it is not asked again`)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    timer.abort()
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | undefined)?.then === "function"
}

function parsed(stored: unknown): { readonly key?: unknown; readonly result?: unknown } | undefined {
  if (typeof stored === "object" && stored !== null) return stored
  if (typeof stored !== "string") return undefined
  try {
    const value: unknown = JSON.parse(stored)
    return typeof value === "object" && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
