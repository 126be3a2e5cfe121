import { createCitationRenderer } from "../../evidence/citations"
import { type UnsupportedFigure, unsupportedFigures } from "../../evidence/figures/unsupported-figures"
import { evidenceMarker } from "../../evidence/markers"
import { runStepsYielding } from "../../runtime/yield"
import { findingLines, findingNote, isNoteWhole } from "../finding-lines"
import type { MergeContext } from "./context"

/** A document that answered with evidence none of which the answer cites. */
export interface UncitedDocument {
  readonly documentId: string
  /** Its first evidence marker. */
  readonly marker: string
  /** What it answered, as lines with their markers. */
  readonly lines: readonly string[]
  /** The same for a prompt. */
  readonly note: string
  /** False where its findings say more. */
  readonly isWhole: boolean
}

/** What code can tell is wrong with an answer. */
export interface AnswerFaults {
  readonly uncited: readonly UncitedDocument[]
  /** Numbers, dates and quoted names that stand in no finding. */
  readonly unsupported: readonly UnsupportedFigure[]
}

/** @param written the answer, with evidence markers */
export async function faultsOf(
  context: MergeContext,
  written: string,
  signal: AbortSignal | undefined,
): Promise<AnswerFaults> {
  const { text, cited } = rendered(context, written)
  const unsupported = await runStepsYielding(unsupportedFigures(text, sourcesOf(context)), signal)
  return { uncited: uncitedDocuments(context, cited), unsupported }
}

/** @param written the answer, with evidence markers */
export function uncitedIn(context: MergeContext, written: string): readonly UncitedDocument[] {
  return uncitedDocuments(context, rendered(context, written).cited)
}

function rendered({ prepared }: MergeContext, written: string) {
  const renderer = createCitationRenderer(prepared.register.all)
  const text = renderer.push(written) + renderer.end()
  return { text, cited: new Set(renderer.citations.map(({ documentId }) => documentId)) }
}

function uncitedDocuments(
  { findings, tasks, prepared: { register } }: MergeContext,
  cited: ReadonlySet<string>,
): readonly UncitedDocument[] {
  return findings.flatMap((finding, position) => {
    const { documentId, answers } = finding
    if (cited.has(documentId)) return []
    const [first] = answers.flatMap(({ task, found }) => (found ? register.of(position, task) : []))
    if (first === undefined) return []
    const lines = findingLines(finding, position, tasks, register)
    const note = findingNote(finding, position, register)
    return [
      {
        documentId,
        marker: evidenceMarker(first.number),
        lines,
        note,
        isWhole: isNoteWhole(finding, position, register),
      },
    ]
  })
}

/** All that an answer may rest on: the findings with their quotes, what was asked, and how many documents there are. */
function* sourcesOf({ findings, tasks, prepared }: MergeContext): Iterable<string> {
  const { question, directive, remarks } = prepared.fixed
  yield [question, directive, ...tasks, ...remarks].join("\n")
  yield `${findings.length} ${prepared.listed.length} ${findings.length - prepared.listed.length}`
  for (const { title, report, answers } of findings) {
    // A report holds the answers, unless it is one of an agent that is not ours.
    const others = answers.flatMap(({ answer }) => (report.includes(answer) ? [] : [answer]))
    yield [title, report, ...others].join("\n")
    for (const { quotes } of answers) for (const { text } of quotes) yield text
  }
}
