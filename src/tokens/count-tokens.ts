import cl100k from "js-tiktoken/ranks/cl100k_base"
import type { Steps } from "../runtime/yield"
import { countInSteps } from "./counter"
import { ownCounter, type TokenCounter } from "./token-counter"

/**
 * Counts tokens of cl100k_base, as js-tiktoken's `encode(text, [], [])` does: the names of special tokens are
 * plain text, a lone surrogate counts as U+FFFD. Never throws; time is linear in the length of any text. The
 * first call reads the vocabulary, some tens of milliseconds.
 */
export const countTokens: TokenCounter = /* @__PURE__ */ ownCounter(countTokensSteps)

/** `countTokens` in steps of about a millisecond, for long texts. */
export function countTokensSteps(text: string): Steps<number> {
  return countInSteps(text, cl100k.bpe_ranks)
}
