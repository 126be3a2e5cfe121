import { isTooLong } from "../../calls/embed-texts"
import type { MergeText } from "../text"
import { type MergeContext, sizeOf } from "./context"
import { halveTexts } from "./halve-texts"

/** How often a batch that the provider calls too long is halved, at most: the real window is then under an eighth of the declared one. */
const maxHalvings = 3

/**
 * Runs the merge on the parts or, where the provider calls their prompt too long, on what is merged of each half.
 *
 * @param halvings how often the parts were halved already
 */
export async function withHalving<Result>(
  context: MergeContext,
  parts: readonly MergeText[],
  halvings: number,
  merge: (parts: readonly MergeText[]) => Promise<Result>,
  mergeHalf: (half: readonly MergeText[], halvings: number) => Promise<MergeText>,
): Promise<Result> {
  try {
    return await merge(parts)
  } catch (error) {
    if (!isTooLong(error) || halvings === maxHalvings || parts.length === 0) throw error
  }
  const { llm, warn, countTokens } = context
  warn({
    code: "window-smaller-than-declared",
    message: `${llm.modelId} refused a prompt within its declared window of ${llm.contextWindow} tokens; the batch was halved.`,
  })
  const merged: MergeText[] = []
  const halves = halveTexts(parts, (part) => sizeOf(context, part), countTokens)
  for (const half of halves) merged.push(await mergeHalf(half, halvings + 1))
  return merge(merged)
}
