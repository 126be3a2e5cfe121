import { InvalidArgumentError, unshown } from "../../../errors"
import type { Check } from "../../../runtime/check/options"

/** One API key or several, of which the next is used after a provider's 429. */
export interface KeyRing {
  /** The position of the key for the next attempt. */
  current(): number
  /**
   * Notes that the key at `position` is limited and moves on to the key that is free first.
   *
   * @returns milliseconds until that key is free; undefined where another is free now
   */
  limited(position: number, retryAfterMs: number | undefined, nowMs: number): number | undefined
}

/** Keys by their positions, none of them used so far. */
export function keyRing(count: number): KeyRing {
  const freeAtMs: number[] = Array(count).fill(0)
  let current = 0
  return {
    current: () => current,
    limited(position, retryAfterMs, nowMs) {
      if (count === 1) return retryAfterMs
      freeAtMs[position] = nowMs + (retryAfterMs ?? 0)
      if (position === current) {
        // From the next key on, so that the keys take turns where all are free.
        for (let step = 1, best = Number.POSITIVE_INFINITY; step <= count; step++) {
          const next = (position + step) % count
          const waitMs = Math.max(0, (freeAtMs[next] as number) - nowMs)
          if (waitMs < best) {
            best = waitMs
            current = next
          }
        }
      }
      const waitMs = Math.max(0, (freeAtMs[current] as number) - nowMs)
      return waitMs > 0 ? waitMs : current === position ? retryAfterMs : undefined
    },
  }
}

const expectedKeys = "a key, or a list of keys, of visible ASCII characters"

/** One key or several, as a list; its value is never shown. */
export const apiKeys: Check<readonly string[]> = (value, path) => {
  const keys: readonly unknown[] = Array.isArray(value) ? value : [value]
  const good = (key: unknown): key is string => typeof key === "string" && /^[\x21-\x7e]+$/.test(key)
  if (keys.length > 0 && keys.every(good)) return [...keys]
  throw new InvalidArgumentError(path, unshown(value), expectedKeys)
}

/** @throws InvalidArgumentError where there is none */
export function checkKeys(apiKey: string | readonly string[] | undefined, hint: string): readonly string[] {
  if (apiKey === undefined) throw new InvalidArgumentError("apiKey", apiKey, `${expectedKeys}; ${hint}`)
  return apiKeys(apiKey, "apiKey")
}
