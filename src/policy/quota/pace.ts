const minuteMs = 60_000
/** A little under what was accepted, so that the quota is not met again at once. */
const belowAccepted = 0.97
/** Of the pace at which a quota was met after it had held for a while. */
const belowPace = 0.9
/** Starts after which a pace has held for a while. */
const heldStarts = 10

/** How far apart calls start once a quota was met: learnt from what the provider accepted. */
export interface Pace {
  /** When the next call may start; before the first refusal, at once. */
  readyAt(): number
  started(nowMs: number): void
  /** The provider refused a call that had started then: what it accepted in the minute before is what it takes a minute. */
  refused(startedAtMs: number, nowMs: number): void
  /** The first call after refusals was accepted; it had started at that time. */
  reopened(startedAtMs: number): void
}

/**
 * After refusals, calls start at the rate at which the provider had accepted them: the highest of those since the last refusals, the wait
 * included; those of the minute before; and nine tenths of the pace that was refused, where it had held for a while. After the first refusals the rate
 * doubles within a minute, since a short burst says little; later it grows by 0.07 % in the first minute, 2 % in three, 67 % in ten (as
 * TCP's CUBIC does, RFC 9438: near the known limit first, then away from it), so that a quota is rarely met again and a raised one is found.
 */
export function createPace(): Pace {
  /** Accepted starts of the last minute, ascending. */
  let starts: number[] = []
  let episode: { at: number; count: number } | undefined
  let acceptedInMinute = 0
  let rate = { perMs: Number.POSITIVE_INFINITY, since: 0 }
  let refusedRate = 0
  let episodes = 0
  let nextAt = Number.NEGATIVE_INFINITY
  const forget = (nowMs: number) => {
    const first = starts.findIndex((at) => at > nowMs - minuteMs)
    starts = first < 0 ? [] : first === 0 ? starts : starts.slice(first)
  }
  const rateAt = (nowMs: number) => {
    const minutes = (nowMs - rate.since) / minuteMs
    return rate.perMs * (episodes === 1 ? 2 ** minutes : 1 + minutes ** 3 / 1_500)
  }
  return {
    readyAt: () => nextAt,
    started(nowMs) {
      episode ??= { at: nowMs, count: 0 }
      episode.count += 1
      if (starts.length >= 1_024 || (starts[0] ?? nowMs) < nowMs - 2 * minuteMs) forget(nowMs)
      starts.push(nowMs)
      if (episodes > 0) nextAt = Math.max(nextAt, nowMs) + 1 / rateAt(nowMs)
    },
    refused(startedAtMs, nowMs) {
      const at = starts.lastIndexOf(startedAtMs)
      if (at >= 0) starts.splice(at, 1)
      if (episode !== undefined && startedAtMs >= episode.at) episode.count -= 1
      forget(nowMs)
      acceptedInMinute = Math.max(acceptedInMinute, starts.length)
      const held = episodes > 0 && episode !== undefined && episode.count >= heldStarts
      if (held) refusedRate = Math.max(refusedRate, rateAt(nowMs))
    },
    reopened(startedAtMs) {
      const { at, count } = episode ?? { at: startedAtMs, count: 1 }
      const accepted = Math.max((count - 1) / Math.max(1, startedAtMs - at), acceptedInMinute / minuteMs)
      const perMs = Math.max(belowAccepted * accepted, belowPace * refusedRate, 0.5 / minuteMs)
      rate = { perMs, since: startedAtMs }
      episodes += 1
      episode = { at: startedAtMs, count: 1 }
      acceptedInMinute = 0
      refusedRate = 0
      nextAt = startedAtMs + 1 / perMs
    },
  }
}
