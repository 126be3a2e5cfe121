import { parseStrictly } from "../../calls/json/parse"
import type { Synthesis } from "../../contracts"
import { createCitationRenderer } from "../../evidence/citations"
import { type MergeText, mergedText } from "../text"
import { answerText, type WrittenAnswer } from "./answer-text"
import { mergeParts } from "./between"
import { mergeCall } from "./call"
import { type MergeContext, warnOfUnknownMarkers } from "./context"
import type { AnswerFaults } from "./faults"
import { withHalving } from "./halving"
import type { StreamedAnswer } from "./stream-answer"

/** What the model writes in the last merge, with evidence markers, and the texts that it was written from. */
export function writeAnswer(
  context: MergeContext,
  parts: readonly MergeText[],
  streamed: StreamedAnswer,
  round: number,
  signal: AbortSignal | undefined,
): Promise<{ readonly parts: readonly MergeText[]; readonly written: WrittenAnswer }> {
  return withHalving(
    context,
    parts,
    0,
    async (some) => {
      const call = await mergeCall(context, some, "last", signal, streamed.generate)
      const written = await answerText(context, { ...call, clean: (text) => ({ text, unknown: [] }) }, signal)
      return { parts: some, written }
    },
    (half, halvings) => mergeParts(context, half, round, signal, halvings),
  )
}

/**
 * The answer that a text with evidence markers comes to: its citations, and its place in the tree. What stands in no
 * finding is warned of by name, and so are documents that answered and are not cited; their lines follow the text.
 */
export function answerOf(
  context: MergeContext,
  parts: readonly MergeText[],
  { text: written, faults }: WrittenAnswer,
  round: number,
): Omit<Synthesis, "warnings"> {
  const { findings, prepared, countTokens, settings } = context
  const { uncited } = faults
  // Words behind JSON would make it none.
  const addsLines = settings.mendAnswer && !isJson(written)
  warnOfFaults(context, faults, addsLines)
  const lines = addsLines ? uncited.flatMap((document) => document.lines) : []
  const renderer = createCitationRenderer(prepared.register.all)
  const whole = lines.length === 0 ? written : `${written}\n\n${lines.join("\n")}`
  const text = (renderer.push(whole) + renderer.end()).trim()
  warnOfUnknownMarkers(context, renderer.unknown)
  const { node } = mergedText(parts, text, countTokens(text), round, findings)
  const tree = node.kind === "merge" ? { ...node, children: [...node.children, ...prepared.listed] } : node
  return { text, citations: renderer.citations, tree }
}

/** More names than this in a warning say less than their number does. */
const mostNames = 20

function isJson(text: string): boolean {
  return /^\s*[{[]/.test(text) && parseStrictly(text) !== undefined
}

function warnOfFaults(
  { warn }: MergeContext,
  { uncited, unsupported }: AnswerFaults,
  addsLines: boolean,
): void {
  if (uncited.length > 0) {
    const so = addsLines ? "; what they say follows its text" : "; the tree holds what they say"
    warn({
      code: "answer-uncited",
      message: `The answer as it was written cites nothing of ${uncited.length} documents that answered${so}.`,
      documentIds: uncited.map(({ documentId }) => documentId),
    })
  }
  if (unsupported.length > 0) {
    const names = unsupported.slice(0, mostNames).map(({ text }) => JSON.stringify(text))
    const more = unsupported.length > mostNames ? ` and ${unsupported.length - mostNames} more` : ""
    warn({
      code: "answer-unsupported",
      message: `The answer says what stands in no finding: ${names.join(", ")}${more}.`,
    })
  }
}
