import { documentIdsOf, fitsOneCall, type MergeContext } from "../merge/context"
import type { MergeText } from "../text"
import { cutWithMarkers } from "./with-markers"

/** A text of which fewer tokens than this could be shown is left out, so that others can be. */
const leastShownTokens = 32

/** The texts as the last call can hold them, and those of which it shows nothing. */
export interface CutTexts {
  readonly shown: readonly MergeText[]
  readonly leftOut: readonly MergeText[]
}

/**
 * Makes the texts fit one call without another: small ones stay whole, the ends of the larger ones are cut, and the last
 * ones left out where even their beginnings are too many. What is lost is warned of, by document.
 */
export function cutToOneCall(context: MergeContext, texts: readonly MergeText[]): CutTexts {
  if (fitsOneCall(context, texts, "last")) return { shown: texts, leftOut: [] }
  const cut = cutEvenly(context, texts)
  const shown = cut.filter(({ text }) => text !== "")
  const leftOut = texts.filter((_, index) => index >= cut.length || cut[index]!.text === "")
  const lost = texts.filter((text, index) => cut[index]?.text !== text.text)
  const documentIds = documentIdsOf(context, lost)
  context.warn({
    code: "texts-cut",
    message: `What was left did not fit the last merge and could not be merged further: texts of ${documentIds.length} documents were cut or left out there.`,
    documentIds,
  })
  return { shown, leftOut }
}

/** The first texts, as many as fit, each within an even share. */
function cutEvenly(context: MergeContext, texts: readonly MergeText[]): readonly MergeText[] {
  const { prepared, countTokens } = context
  const { textTokens, frameTokens } = prepared.budget
  let count = Math.min(texts.length, Math.floor(textTokens / (frameTokens + leastShownTokens)))
  let share = shareOf(texts.slice(0, count), textTokens - count * frameTokens)
  while (count > 0) {
    const cut = texts.slice(0, count).map((text) => cutText(text, share, countTokens))
    if (fitsOneCall(context, cut, "last")) return cut
    // Only by a counter that gives a whole more than its parts.
    if (share > 1) share = Math.floor(share / 2)
    else count = Math.floor(count / 2)
  }
  return []
}

function cutText(text: MergeText, maxTokens: number, countTokens: (text: string) => number): MergeText {
  if (text.tokens <= maxTokens) return text
  const cut = cutWithMarkers(text.text, text.evidence, maxTokens, countTokens)
  return { ...text, text: cut, tokens: countTokens(cut) }
}

/** The most that each text may keep so that all together are within `maxTokens`. */
function shareOf(texts: readonly MergeText[], maxTokens: number): number {
  const ascending = texts.map(({ tokens }) => tokens).sort((a, b) => a - b)
  let left = maxTokens
  for (const [index, tokens] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index))
    if (tokens > share) return share
    left -= tokens
  }
  return maxTokens
}
