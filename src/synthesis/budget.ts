import { usableTokens, windowTooSmall } from "../calls/window"
import { InvalidArgumentError } from "../errors"

/** Least output worth asking for. */
const leastOutputTokens = 32

/** How one merge call's tokens are shared out. */
export interface MergeBudget {
  /** Prompt and reserved output together never exceed this. */
  readonly callTokens: number
  /** Texts with their frames. */
  readonly textTokens: number
  /** The line above one text. */
  readonly frameTokens: number
  /** The chat's own frame, and the sentence that asks for a reply once more. */
  readonly chatTokens: number
  /** Output reserved; no merged text is kept longer than this. */
  readonly outputTokens: number
}

export interface MergeBudgetRequest {
  readonly maxBatchTokens: number
  readonly contextWindow: number
  readonly maxOutputTokens: number
  /** Of the longest prompt without any text. */
  readonly promptTokens: number
  readonly chatTokens: number
  readonly frameTokens: number
}

/** What one call may hold, prompt and output together. */
export function callTokensOf({
  maxBatchTokens,
  contextWindow,
}: Pick<MergeBudgetRequest, "maxBatchTokens" | "contextWindow">): number {
  return Math.min(maxBatchTokens, usableTokens({ contextWindow }))
}

/**
 * Any two texts of `outputTokens` fit one call with their frames: that is what makes merging end.
 *
 * @throws InvalidArgumentError that names the smallest budget that works
 */
export function mergeBudget(request: MergeBudgetRequest): MergeBudget {
  const { maxBatchTokens, maxOutputTokens, promptTokens, chatTokens, frameTokens } = request
  const callTokens = callTokensOf(request)
  const fixedTokens = promptTokens + chatTokens
  const free = callTokens - fixedTokens
  const outputTokens = Math.min(maxOutputTokens, Math.floor((free - 2 * frameTokens) / 4))
  if (outputTokens < leastOutputTokens && outputTokens < maxOutputTokens) {
    const least = fixedTokens + 2 * frameTokens + 4 * leastOutputTokens
    const purpose = "this question and directive"
    if (maxBatchTokens >= least) throw windowTooSmall(request, least - callTokens, purpose)
    throw new InvalidArgumentError("maxBatchTokens", maxBatchTokens, `at least ${least} for ${purpose}`)
  }
  return { callTokens, textTokens: free - outputTokens, frameTokens, chatTokens, outputTokens }
}
