import type { CallCache } from "../../contracts/cache"
import { type Checks, checkOptions, type Filled, optional } from "../../runtime/check/options"
import { integerFrom } from "../../runtime/check/values"

/** How large the cache may grow. */
export interface MemoryCacheOptions {
  /** Bytes of all entries; the oldest go first. @default 268_435_456 */
  readonly maxBytes?: number | undefined
}

const optionChecks: Checks<Filled<MemoryCacheOptions>> = { maxBytes: optional(integerFrom(1), 268_435_456) }

/** Keeps results in this process's memory; gone when it ends. */
export function memoryCache(options: MemoryCacheOptions = {}): CallCache {
  const { maxBytes } = checkOptions(options, optionChecks, "options")
  const entries = new Map<string, string>()
  let bytes = 0
  /** Goes on where it was: one from the start would pass over all that was removed. */
  let oldest = entries.keys()
  const oldestKey = () => {
    let next = oldest.next()
    if (next.done) {
      oldest = entries.keys()
      next = oldest.next()
    }
    return next.value
  }
  const remove = (key: string) => {
    const value = entries.get(key)
    if (value === undefined) return
    bytes -= bytesOf(key, value)
    entries.delete(key)
  }
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      remove(key)
      entries.set(key, value)
      bytes += bytesOf(key, value)
      while (bytes > maxBytes) remove(oldestKey()!)
    },
  }
}

/** Two bytes a UTF-16 unit. */
const bytesOf = (key: string, value: string): number => 2 * (key.length + value.length)
