import { keepKnownMarkers } from "../../evidence/markers"
import { errorJSON } from "../../runtime/emit"
import { nextTurn } from "../../runtime/yield"
import { type MergeText, mergedText } from "../text"
import { mergeCall } from "./call"
import { type MergeContext, warnOfUnknownMarkers } from "./context"
import { withHalving } from "./halving"
import { mergeTexts } from "./reply"

/** One text of several, or a shorter one of one, never over the reserved output. */
export async function mergeBetween(
  context: MergeContext,
  parts: readonly MergeText[],
  { round, batch }: { readonly round: number; readonly batch: number },
  signal: AbortSignal,
): Promise<MergeText> {
  try {
    // A model that answers at once must not keep the event loop through a whole round.
    await nextTurn()
    return await mergeParts(context, parts, round, signal, 0)
  } catch (error) {
    if (!signal.aborted) context.emit({ type: "merge-error", round, batch, error: errorJSON(error) })
    throw error
  }
}

/** @param halvings how often the parts were halved already */
export function mergeParts(
  context: MergeContext,
  parts: readonly MergeText[],
  round: number,
  signal: AbortSignal | undefined,
  halvings: number,
): Promise<MergeText> {
  const { llm, countTokens, findings } = context
  return withHalving(
    context,
    parts,
    halvings,
    async (some) => {
      const raw = await mergeTexts(
        mergeCall(context, some, false, signal, (request) => llm.generate(request)),
      )
      const { text, unknown } = keepKnownMarkers(raw, new Set(some.flatMap(({ evidence }) => evidence)))
      warnOfUnknownMarkers(context, unknown)
      return mergedText(some, text, countTokens(text), round, findings)
    },
    (half, deeper) => mergeParts(context, half, round, signal, deeper),
  )
}
