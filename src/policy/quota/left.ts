import type { QuotaLeft, QuotaShare } from "../../contracts"

/** A quota of which no more than this share is left is spread over the time until it is whole again. */
const scarceShare = 0.25
/** A reset that is further away is one of a longer quota, which a pace can't keep: a refusal says what to do. */
const longestResetMs = 60_000

/** What is left of a model's quota, as its answers say, so that the pace adapts before it is used up. */
export interface LeftOfQuota {
  /** @param call the number of the call that was answered: those that started after it come on top */
  report(left: QuotaLeft, call: number, nowMs: number): void
  /** A call started; its number is returned. */
  started(nowMs: number): number
  /** An answer used so many tokens. */
  used(tokens: number): void
  /** When the next call may start, as far as it is known. */
  readyAt(nowMs: number): number
}

interface Share {
  left: number
  readonly scarce: number
  readonly resetAt: number
}

/** @param concurrency calls at a time: where no limit is named, twice as many left are scarce */
export function createLeftOfQuota(concurrency: number): LeftOfQuota {
  let requests: Share | undefined
  let tokens: Share | undefined
  let tokensPerCall = 0
  let lastAt = Number.NEGATIVE_INFINITY
  let starts = 0
  const shareOf = (
    share: QuotaShare | undefined,
    perCall: number,
    later: number,
    nowMs: number,
  ): Share | undefined => {
    if (share === undefined || !(share.resetMs > 0) || share.resetMs > longestResetMs) return undefined
    const { limit } = share
    const scarce = limit === undefined ? 2 * concurrency * perCall : scarceShare * limit
    return { left: share.remaining - later * perCall, scarce, resetAt: nowMs + share.resetMs }
  }
  const readyBy = (share: Share | undefined, perCall: number, nowMs: number) => {
    if (share === undefined || share.resetAt <= nowMs || share.left > share.scarce) return nowMs
    const calls = Math.floor(share.left / Math.max(1, perCall))
    if (calls < 1) return share.resetAt
    return Math.min(share.resetAt, Math.max(nowMs, lastAt + (share.resetAt - lastAt) / (calls + 1)))
  }
  return {
    report(left, call, nowMs) {
      requests = shareOf(left.requests, 1, starts - call, nowMs)
      tokens = shareOf(left.tokens, tokensPerCall, starts - call, nowMs)
    },
    started(nowMs) {
      lastAt = nowMs
      starts += 1
      if (requests !== undefined) requests.left -= 1
      if (tokens !== undefined) tokens.left -= tokensPerCall
      return starts
    },
    used(usedTokens) {
      tokensPerCall = tokensPerCall === 0 ? usedTokens : 0.8 * tokensPerCall + 0.2 * usedTokens
    },
    readyAt: (nowMs) => Math.max(readyBy(requests, 1, nowMs), readyBy(tokens, tokensPerCall, nowMs)),
  }
}
