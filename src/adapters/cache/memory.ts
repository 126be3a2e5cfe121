import type { CallCache } from "../../contracts/cache"
import { checkOptionNames, checkPositiveInteger } from "../kit/options"

export interface MemoryCacheOptions {
  /** Bytes of all entries; the oldest go first. @default 268_435_456 */
  readonly maxBytes?: number | undefined
}

/** Keeps results in this process's memory; gone when it ends. */
export function memoryCache(options: MemoryCacheOptions = {}): CallCache {
  checkOptionNames("memoryCache", options, ["maxBytes"])
  const maxBytes = checkPositiveInteger("maxBytes", options.maxBytes ?? 268_435_456)
  const entries = new Map<string, string>()
  let bytes = 0
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
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) break
        remove(oldest)
      }
    },
  }
}

/** Two bytes a UTF-16 unit. */
const bytesOf = (key: string, value: string): number => 2 * (key.length + value.length)
