import { findingLines } from "./finding-lines"
import type { WrittenAnswer } from "./merge/answer-text"
import type { MergeContext } from "./merge/context"
import { uncitedIn } from "./merge/faults"
import { ascending, type MergeText } from "./text"

/** An answer without a call: merged texts as they are, then lines of what the documents below the others answered. */
export function stitchedText(context: MergeContext, texts: readonly MergeText[]): WrittenAnswer {
  const { findings, tasks, prepared, warn } = context
  warn({
    code: "answer-stitched",
    message: `No time was left to write the answer: it is put together by code from ${texts.length} texts.`,
  })
  const merged = texts.filter(({ node, text }) => node.kind === "merge" && text !== "")
  const unmerged = texts.filter(({ node }) => node.kind === "findings")
  const lines = ascending(unmerged.flatMap(({ positions }) => positions)).flatMap((position) =>
    findingLines(findings[position]!, position, tasks, prepared.register),
  )
  const text = [...merged.map((part) => part.text), lines.join("\n")].join("\n\n")
  return { text, faults: { uncited: uncitedIn(context, text), unsupported: [] } }
}
