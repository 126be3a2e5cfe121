import type { Steps } from "../runtime/yield"
import type { CountSteps } from "../tokens/token-counter"
import type { Atoms } from "./atoms"
import { strength } from "./blocks"

/** A chunk as atoms `[first, last)`. */
export interface Span {
  readonly first: number
  readonly last: number
  readonly tokens: number
}

/** How full a chunk must be before a border of that strength ends it, by strength. */
const minFill = [0, 0, 0, 0.85, 0.75, 0.6, 0.6, 0.5, 0.5, 0.5]

/**
 * Puts atoms into chunks. Sums of atoms only propose: a counter need not be additive, so the slice itself is
 * counted before it is taken, and shrunk while it is over. `ratio` is what slices cost against their sums.
 */
export function* fitChunks(
  text: string,
  atoms: Atoms,
  limits: { readonly chunkTokens: number; readonly overlapTokens: number },
  count: CountSteps,
): Steps<Span[]> {
  const { starts, strengths, sums } = atoms
  const total = starts.length - 1
  const spans: Span[] = []
  let ratio = 1
  const estimate = (first: number, last: number) => (sums[last]! - sums[first]!) * ratio
  const countSpan = (first: number, last: number) => count(text.slice(starts[first]!, starts[last]!))

  for (let first = 0, done = 0; done < total; ) {
    let span: Span | undefined
    // Near the end the estimate may be a little over where the rest just fits.
    if (
      estimate(first, total) <= limits.chunkTokens * 1.1 ||
      (first === 0 && text.length <= 8 * limits.chunkTokens)
    ) {
      const tokens = yield* countSpan(first, total)
      if (tokens <= limits.chunkTokens) span = { first, last: total, tokens }
    }
    let budget = limits.chunkTokens
    const chosen = first
    for (let attempts = 0; span === undefined; attempts++) {
      // The overlap gives way to a block that is kept whole.
      while (first < done && estimate(first, done + 1) > budget) first++
      // Less text can be more tokens, where the cut goes through one.
      while (first > chosen && first < done && (yield* countSpan(first, done)) > limits.overlapTokens) first++
      const most = lastWithin(first, done + 1, budget)
      const last = chooseEnd(first, done + 1, most, budget)
      const tokens = yield* countSpan(first, last)
      yield
      const sum = sums[last]! - sums[first]!
      if (tokens <= limits.chunkTokens) {
        span = { first, last, tokens }
        // Half a percent of room, so that the next proposal is seldom over.
        if (sum > 0) ratio = Math.max(0.5, (tokens / sum) * 1.005)
      } else if (last > done + 1)
        budget = estimate(first, last) * Math.min(0.99, limits.chunkTokens / tokens) * tighten(attempts)
      else first += Math.max(1, (done - first) >>> (attempts > 3 ? 1 : 5))
    }
    spans.push(span)
    done = span.last
    first = yield* chooseStart(span.first + 1, done)
  }
  return spans

  /** The last border that the budget reaches, at least `least`. */
  function lastWithin(first: number, least: number, budget: number): number {
    let last = least
    while (last < total && estimate(first, last + 1) <= budget) last++
    return last
  }

  /** The strongest border that leaves the chunk full enough, the latest of equals. */
  function chooseEnd(first: number, least: number, most: number, budget: number): number {
    if (most === total) return most
    let best = most
    for (let last = most; last >= least; last--) {
      const found = strengths[last]!
      const full = estimate(first, last)
      if (full < budget / 2 && strengths[best]! >= strength.word) break
      if (found > strengths[best]! && full >= budget * minFill[found]!) best = last
    }
    return best
  }

  /**
   * Where the next chunk starts: the earliest sentence, or else line, word, character, with an overlap between
   * half and all of what was asked; else the most that fits.
   */
  function* chooseStart(least: number, end: number): Steps<number> {
    const asked = limits.overlapTokens
    let from = end
    while (from > least && estimate(from - 1, end) <= asked) from--
    for (; from < end; from++) {
      let best = from
      for (let first = from; first < end && estimate(first, end) >= asked / 2; first++) {
        const found = Math.min(strengths[first]!, strength.sentence)
        if (found > Math.min(strengths[best]!, strength.sentence)) best = first
      }
      if ((yield* countSpan(best, end)) <= asked) return best
    }
    return end
  }
}

/** After a few attempts the budget falls fast, for counters that have little to do with their parts. */
function tighten(attempts: number): number {
  return attempts > 3 ? 0.5 : 1
}
