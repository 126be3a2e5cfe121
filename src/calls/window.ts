import type { LLM } from "../contracts"
import { InvalidArgumentError } from "../errors"

/** A model's own tokenizer may count up to this share more than ours does; that much of its window stays free. */
const windowMargin = 0.2

type Windowed = Pick<LLM, "contextWindow">

/** Tokens, as counted here, that the prompt and the output of one call may have in a model's window. */
export function usableTokens({ contextWindow }: Windowed): number {
  return Math.floor(contextWindow / (1 + windowMargin))
}

/** The refusal of a window that lacks so many tokens, as counted here, for what a call must have. */
export function windowTooSmall(
  { contextWindow }: Windowed,
  missingTokens: number,
  purpose: string,
): InvalidArgumentError {
  const least = contextWindow + Math.ceil(missingTokens * (1 + windowMargin))
  return new InvalidArgumentError("llm.contextWindow", contextWindow, `at least ${least} for ${purpose}`)
}
