import type { LLM, LLMRequest } from "../../contracts"
import { keepKnownMarkers } from "../../evidence/markers"
import { errorJSON } from "../../runtime/emit"
import { nextTurn } from "../../runtime/yield"
import { type MergeText, mergedText } from "../text"
import { betweenText } from "./between-text"
import { mergeCall } from "./call"
import type { MergeContext } from "./context"
import { withHalving } from "./halving"

/** One text of several, or a shorter one of one, never over the reserved output. */
export async function mergeBetween(
  context: MergeContext,
  parts: readonly MergeText[],
  { round, batch }: { readonly round: number; readonly batch: number },
  signal: AbortSignal,
): Promise<MergeText> {
  try {
    return await mergeParts(
      { ...context, llm: ofMerge(context.llm, { round, batch }) },
      parts,
      round,
      signal,
      0,
    )
  } catch (error) {
    if (!signal.aborted) context.emit({ type: "merge-error", round, batch, error: errorJSON(error) })
    throw error
  }
}

/** The model, told with each request which merge it is for. */
function ofMerge(llm: LLM, merge: NonNullable<LLMRequest["merge"]>): LLM {
  return { ...llm, generate: (request) => llm.generate({ ...request, merge }) }
}

/** @param halvings how often the parts were halved already */
export function mergeParts(
  context: MergeContext,
  parts: readonly MergeText[],
  round: number,
  signal: AbortSignal | undefined,
  halvings: number,
): Promise<MergeText> {
  const { llm, countTokens, findings, inTurn } = context
  return withHalving(
    context,
    parts,
    halvings,
    async (some) => {
      const known = new Set(some.flatMap(({ evidence }) => evidence))
      const call = await inTurn("prompt", signal, async () => {
        // A model that answers at once must not keep the event loop through a whole round.
        await nextTurn()
        return mergeCall(context, some, "between", signal, (request) => llm.generate(request))
      })
      const clean = (raw: string) => keepKnownMarkers(raw, known)
      const text = await betweenText(context, { ...call, clean }, some)
      return mergedText(some, text, countTokens(text), round, findings)
    },
    (half, deeper) => mergeParts(context, half, round, signal, deeper),
  )
}
