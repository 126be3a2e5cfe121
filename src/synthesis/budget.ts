import { InvalidArgumentError } from "../errors"

/** Tokens of the line above a text, on the safe side: joined texts may cost a token more than their parts. */
export const TEXT_FRAME_TOKENS = 24
/** The chat's own frame, and the sentence that asks for a reply once more. */
const CHAT_FRAME_TOKENS = 80
/** Least output worth asking for. */
const LEAST_OUTPUT_TOKENS = 32
/** Share of the window kept free, since a model's own tokenizer may count up to 20 % more than ours. */
const WINDOW_MARGIN = 0.2

/** How one merge call's tokens are shared out. */
export interface MergeBudget {
  /** Prompt and reserved output together never exceed this. */
  readonly callTokens: number
  /** Texts with their frames. */
  readonly textTokens: number
  /** Output reserved; no merged text is kept longer than this. */
  readonly outputTokens: number
}

/**
 * Any two texts of `outputTokens` fit one call with their frames: that is what makes merging end.
 *
 * @param fixedTokens instructions, question, directive and remarks
 * @throws InvalidArgumentError that names the smallest budget that works
 */
export function mergeBudget(
  maxBatchTokens: number,
  contextWindow: number,
  maxOutputTokens: number,
  fixedTokens: number,
): MergeBudget {
  const window = Math.floor(contextWindow / (1 + WINDOW_MARGIN))
  const callTokens = Math.min(maxBatchTokens, window)
  const fixed = fixedTokens + CHAT_FRAME_TOKENS
  const free = callTokens - fixed
  const outputTokens = Math.min(maxOutputTokens, Math.floor((free - 2 * TEXT_FRAME_TOKENS) / 4))
  if (outputTokens < LEAST_OUTPUT_TOKENS && outputTokens < maxOutputTokens) {
    const least = fixed + 2 * TEXT_FRAME_TOKENS + 4 * LEAST_OUTPUT_TOKENS
    throw maxBatchTokens < least
      ? new InvalidArgumentError(
          "maxBatchTokens",
          maxBatchTokens,
          `at least ${least} for this question and directive`,
        )
      : new InvalidArgumentError(
          "llm.contextWindow",
          contextWindow,
          `at least ${Math.ceil(least * (1 + WINDOW_MARGIN))} for this question and directive`,
        )
  }
  return { callTokens, textTokens: free - outputTokens, outputTokens }
}
