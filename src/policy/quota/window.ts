/** A quota that is known before it is met: the most of a sliding minute. */
export interface KnownQuota {
  readonly requestsPerMinute?: number | undefined
  /** Input and output together, as expected when the call starts. */
  readonly tokensPerMinute?: number | undefined
}

interface Start {
  readonly at: number
  tokens: number
  /** False once it is a minute old. */
  counted: boolean
}

/** Keeps what starts within a known quota, in any minute. */
export interface QuotaWindow {
  /** When a call of so many tokens may start; one that is larger than the quota may once nothing else is in its minute. */
  readyAt(nowMs: number, tokens: number): number
  /** Notes a start; the function returned puts what the call used in place of what was expected. */
  started(nowMs: number, tokens: number): (used: number) => void
}

const minuteMs = 60_000

export function createQuotaWindow({ requestsPerMinute, tokensPerMinute }: KnownQuota): QuotaWindow {
  const most = requestsPerMinute ?? Number.POSITIVE_INFINITY
  const mostTokens = tokensPerMinute ?? Number.POSITIVE_INFINITY
  let starts: Start[] = []
  /** Of `starts`, those before this index are over a minute old. */
  let head = 0
  let held = 0
  const forget = (nowMs: number) => {
    for (; head < starts.length && starts[head]!.at <= nowMs - minuteMs; head++) {
      held -= starts[head]!.tokens
      starts[head]!.counted = false
    }
    if (head < 512 || head * 2 < starts.length) return
    starts = starts.slice(head)
    head = 0
  }
  return {
    readyAt(nowMs, tokens) {
      forget(nowMs)
      const inMinute = starts.length - head
      let readyAt = inMinute < most ? nowMs : starts[starts.length - most]!.at + minuteMs
      let over = held + tokens - mostTokens
      for (let at = head; over > 0 && at < starts.length; at++) {
        over -= starts[at]!.tokens
        readyAt = Math.max(readyAt, starts[at]!.at + minuteMs)
      }
      return readyAt
    },
    started(nowMs, tokens) {
      const start: Start = { at: nowMs, tokens, counted: true }
      starts.push(start)
      held += tokens
      return (used) => {
        if (start.counted) held += used - start.tokens
        start.tokens = used
      }
    },
  }
}
