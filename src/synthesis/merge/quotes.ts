import { markersIn } from "../../evidence/markers"
import { quoteLine } from "../finding-text"
import type { MergeKind } from "../prompt"
import type { MergeText } from "../text"
import { fitsOneCall, type MergeContext, sizeOfAll } from "./context"

/** Verified quotes behind the markers of texts that hold them no more, as far as room is left in the call. */
export function quotesFor(
  context: MergeContext,
  parts: readonly MergeText[],
  kind: MergeKind,
): readonly string[] {
  const { settings, prepared, countTokens } = context
  if (!settings.quotesInMerges) return []
  const merged = parts.filter(({ node }) => node.kind === "merge")
  let room = prepared.budget.textTokens - sizeOfAll(context, parts)
  const lines: string[] = []
  for (const number of new Set(merged.flatMap(({ text }) => markersIn(text)))) {
    const evidence = prepared.register.all[number - 1]
    if (evidence === undefined || !prepared.register.telling.has(number)) continue
    const line = quoteLine(evidence)
    const tokens = countTokens(line) + 2
    if (tokens > room) continue
    room -= tokens
    lines.push(line)
  }
  return fitsOneCall(context, parts, kind, lines) ? lines : []
}
