import { InvalidArgumentError } from "../../errors"

/** Numbers in [0, 1). */
export type Random = () => number

/** A repeatable source of random numbers (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A confidence interval. */
export interface Interval {
  readonly low: number
  readonly high: number
}

/** What is resampled, how often, and with what chance. */
export interface BootstrapOptions<T> {
  readonly random: Random
  /** Of the resampled items; NaN (an empty share) is left out. */
  readonly statistic: (items: readonly T[]) => number
  /** @default 2_000 */
  readonly resamples?: number
  /** @default 0.95 */
  readonly level?: number
}

/**
 * Percentile bootstrap interval (Efron 1979): items are drawn with replacement, whole.
 * NaN to NaN where there is no item.
 */
export function bootstrapInterval<T>(items: readonly T[], options: BootstrapOptions<T>): Interval {
  const { random, statistic, resamples = 2000, level = 0.95 } = options
  if (!(level > 0 && level < 1)) throw new InvalidArgumentError("level", level, "between 0 and 1")
  const values: number[] = []
  for (let round = 0; items.length > 0 && round < resamples; round++) {
    const sample = items.map(() => items[Math.floor(random() * items.length)] as T)
    const value = statistic(sample)
    if (!Number.isNaN(value)) values.push(value)
  }
  values.sort((a, b) => a - b)
  return { low: percentile(values, (1 - level) / 2), high: percentile(values, (1 + level) / 2) }
}

/** Mean of the numbers; NaN of none. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Linear between neighbours; `sorted` ascending. */
function percentile(sorted: readonly number[], share: number): number {
  if (sorted.length === 0) return Number.NaN
  const position = share * (sorted.length - 1)
  const below = sorted[Math.floor(position)] as number
  const above = sorted[Math.ceil(position)] as number
  return below + (above - below) * (position - Math.floor(position))
}
