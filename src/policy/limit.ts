import type { ModelPrice, Prices, Stage, TokenUsage } from "../contracts"
import { LimitExceededError } from "../errors"
import { raceAbort } from "../runtime/abort"
import { checkPriced, type Limits } from "./limit-options"
import { costOf } from "./meter"

/** Share of every limit that reading may use; the rest is kept for the synthesis, so that what was read is answered from. */
export const readingShare = 0.8
/** A call whose output would have to be shorter than this is not sent. */
const leastOutputTokens = 256

/** What one call may use. */
export interface Reservation {
  /** The output asked for, or less where a limit leaves no more. */
  readonly outputTokens: number
  /** Books what the call used in place of what was reserved; undefined where the provider reports nothing. */
  settle(actual: TokenUsage | undefined): void
}

/** Books calls before they are sent, so that concurrent ones can't pass a limit together. */
export interface Limiter {
  /**
   * Waits while calls under way hold what this one needs.
   *
   * @param expected the most that the call can use; asked for only where a limit needs it
   * @throws LimitExceededError when what is left is too little; the signal's reason
   */
  reserve(
    stage: Stage,
    modelId: string,
    expected: () => TokenUsage,
    signal: AbortSignal,
  ): Promise<Reservation>
  /**
   * Books a call that was made elsewhere.
   *
   * @throws LimitExceededError once what was made is over what reading may use
   */
  record(modelId: string, usage: TokenUsage | undefined): void
  /** Milliseconds until a share of the time is used up, or undefined without a limit. */
  timeLeftMs(share: number): number | undefined
}

export function createLimiter(limits: Limits, prices: Prices, now: () => number): Limiter {
  const { maxTokens, maxCost, maxCalls, maxDurationMs } = limits
  const startedAt = now()
  const settled = { tokens: 0, cost: 0, calls: 0 }
  const held = { tokens: 0, cost: 0 }
  let underWay = 0
  let waiting: (() => void)[] = []

  const checkFixed = (share: number) => {
    const elapsedMs = Math.round(now() - startedAt)
    if (maxDurationMs !== undefined && elapsedMs >= maxDurationMs * share) {
      throw new LimitExceededError("maxDurationMs", maxDurationMs, elapsedMs)
    }
    if (maxCalls !== undefined && settled.calls + 1 > maxCalls * share) {
      throw new LimitExceededError("maxCalls", maxCalls, settled.calls + 1)
    }
  }
  /** Output tokens that fit what is left, when `used` is taken. */
  const fitting = (
    most: TokenUsage,
    price: ModelPrice | undefined,
    share: number,
    used: { tokens: number; cost: number },
  ) => {
    const byTokens =
      maxTokens === undefined ? most.outputTokens : maxTokens * share - used.tokens - most.inputTokens
    const inputCost = costOf({ ...most, outputTokens: 0 }, price)
    const outputPrice = (price?.outputPerMillionTokens ?? 0) / 1e6
    const left = maxCost === undefined ? Number.POSITIVE_INFINITY : maxCost * share - used.cost - inputCost
    const byCost = left < 0 ? -1 : outputPrice === 0 ? most.outputTokens : left / outputPrice
    return Math.floor(Math.min(most.outputTokens, byTokens, byCost))
  }
  const enough = (output: number, most: TokenUsage) =>
    output >= Math.min(most.outputTokens, leastOutputTokens)

  return {
    async reserve(stage, modelId, expected, signal) {
      const share = stage === "synthesis" ? 1 : readingShare
      const price = prices[modelId]
      checkPriced({ maxCost }, prices, [modelId])
      const counts = maxTokens !== undefined || maxCost !== undefined
      const most = counts ? expected() : { inputTokens: 0, outputTokens: 0 }
      for (;;) {
        checkFixed(share)
        if (!counts) break
        const alone = fitting(most, price, share, settled)
        if (!enough(alone, most)) {
          const byTokens =
            maxTokens !== undefined && maxTokens * share - settled.tokens - most.inputTokens < alone + 1
          throw byTokens
            ? new LimitExceededError(
                "maxTokens",
                maxTokens,
                settled.tokens + most.inputTokens + most.outputTokens,
              )
            : new LimitExceededError("maxCost", maxCost ?? 0, settled.cost + costOf(most, price))
        }
        const now = fitting(most, price, share, {
          tokens: settled.tokens + held.tokens,
          cost: settled.cost + held.cost,
        })
        if (now >= alone || underWay === 0) break
        await raceAbort(new Promise<void>((resolve) => waiting.push(resolve)), signal)
      }
      const outputTokens = counts ? fitting(most, price, share, settled) : Number.POSITIVE_INFINITY
      const hold = counts ? { inputTokens: most.inputTokens, outputTokens } : most
      const holdTokens = hold.inputTokens + hold.outputTokens
      const holdCost = costOf(hold, price)
      held.tokens += holdTokens
      held.cost += holdCost
      settled.calls += 1
      underWay += 1
      return {
        outputTokens,
        settle(actual) {
          underWay -= 1
          held.tokens -= holdTokens
          held.cost -= holdCost
          // A provider that reports nothing is charged what was reserved: a limit must hold without its help.
          settled.tokens += actual === undefined ? holdTokens : actual.inputTokens + actual.outputTokens
          settled.cost += actual === undefined ? holdCost : costOf(actual, price)
          const woken = waiting
          waiting = []
          for (const wake of woken) wake()
        },
      }
    },
    record(modelId, usage) {
      checkPriced({ maxCost }, prices, [modelId])
      settled.calls += 1
      settled.tokens += usage === undefined ? 0 : usage.inputTokens + usage.outputTokens
      settled.cost += costOf(usage, prices[modelId])
      for (const [limit, allowed, used] of [
        ["maxCalls", maxCalls, settled.calls],
        ["maxTokens", maxTokens, settled.tokens],
        ["maxCost", maxCost, settled.cost],
      ] as const) {
        if (allowed !== undefined && used > allowed * readingShare) {
          throw new LimitExceededError(limit, allowed, used)
        }
      }
    },
    timeLeftMs: (share) =>
      maxDurationMs === undefined ? undefined : Math.max(0, maxDurationMs * share - (now() - startedAt)),
  }
}
