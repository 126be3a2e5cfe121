import type { Synthesis } from "../../contracts"
import { createCitationRenderer } from "../../evidence/citations"
import { type MergeText, mergedText } from "../text"
import { mergeParts } from "./between"
import { mergeCall } from "./call"
import { type MergeContext, warnOfUnknownMarkers } from "./context"
import { withHalving } from "./halving"
import { finalText } from "./reply"
import { streamAnswer } from "./stream-answer"

/** The merge that writes the answer. */
export function mergeLast(
  context: MergeContext,
  parts: readonly MergeText[],
  round: number,
  signal: AbortSignal | undefined,
): Promise<Omit<Synthesis, "warnings">> {
  return withHalving(
    context,
    parts,
    0,
    (some) => writeAnswer(context, some, round, signal),
    (half, halvings) => mergeParts(context, half, round, signal, halvings),
  )
}

async function writeAnswer(
  context: MergeContext,
  parts: readonly MergeText[],
  round: number,
  signal: AbortSignal | undefined,
): Promise<Omit<Synthesis, "warnings">> {
  const { llm, findings, prepared, countTokens, onEvent, emit, warn } = context
  const evidence = prepared.register.all
  const streamed = streamAnswer(llm, evidence, onEvent && emit)
  const raw = await finalText(mergeCall(context, parts, true, signal, streamed.generate))
  streamed.end()
  const renderer = createCitationRenderer(evidence)
  const text = (renderer.push(raw) + renderer.end()).trim()
  warnOfUnknownMarkers(context, renderer.unknown)
  if (renderer.citations.length === 0 && evidence.length > 0) {
    warn({
      code: "answer-uncited",
      message: "The model put no evidence marker into the answer; the tree holds the evidence.",
    })
  }
  const { node } = mergedText(parts, text, countTokens(text), round, findings)
  const tree = node.kind === "merge" ? { ...node, children: [...node.children, ...prepared.listed] } : node
  return { text, citations: renderer.citations, tree }
}
