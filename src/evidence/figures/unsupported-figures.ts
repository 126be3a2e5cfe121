import type { Steps } from "../../runtime/yield"
import { type Claim, claimsOf } from "./claims"
import { createKnown } from "./known"

/** What an answer says and none of its sources does. */
export interface UnsupportedFigure {
  readonly kind: Claim["kind"]
  /** As the answer writes it. */
  readonly text: string
}

/**
 * Numbers, dates and quoted names of an answer that stand in none of the texts it rests on, each once, in the order
 * of the answer; in steps, one source or figure at a time. Thousands separators, decimal commas, per cent, scales
 * ("3 million"), forms of dates, and small numbers in words make no difference; a number or date that can be read
 * in two ways needs one of them. A name is found where each two neighbours of its words are. Time is linear in all
 * texts. Numbers that the answer works out itself, such as sums, stand nowhere: pass what is known as `sources` too.
 */
export function* unsupportedFigures(
  answer: string,
  sources: Iterable<string>,
): Steps<readonly UnsupportedFigure[]> {
  return yield* unsupportedOf(yield* claimsOf(answer), sources)
}

/** The same of claims, for an answer that is held against several sets of sources. */
export function* unsupportedOf(
  claims: readonly Claim[],
  sources: Iterable<string>,
): Steps<readonly UnsupportedFigure[]> {
  const known = createKnown(new Set(claims.map(({ kind }) => kind)))
  const unread = sources[Symbol.iterator]()
  const found = new Map<string, UnsupportedFigure>()
  for (const claim of claims) {
    yield
    // Sources are read until one supports the claim, each once for all claims: what one supports stays supported.
    while (!known.supports(claim)) {
      const next = unread.next()
      if (next.done) {
        const { kind, text } = claim
        found.set(`${kind} ${text}`, { kind, text })
        break
      }
      yield* known.add(next.value)
    }
  }
  return [...found.values()]
}
