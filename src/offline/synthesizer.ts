import type { Citation, Findings, MergeNode, Synthesizer } from "../contracts"
import { NoFindingsError } from "../errors"
import { type Checks, checkOptions, type Filled, optional } from "../runtime/check/options"
import { callable, integerFrom } from "../runtime/check/values"
import { runStepsYielding } from "../runtime/yield"
import { sectionSteps, unreadLines } from "./sections"

/** How long the offline answer may get. */
export interface OfflineSynthesizerOptions {
  /** Passages in the answer, all tasks together; what is over is counted. @default 1_000 */
  readonly maxPassages?: number | undefined
  /** UTF-16 units of a passage that the answer shows; its citation has it whole. @default 400 */
  readonly maxPassageLength?: number | undefined
  /** @default a quarter of the UTF-16 units, since nothing is sent to a model */
  readonly countTokens?: ((text: string) => number) | undefined
}

const quarter = (text: string): number => Math.ceil(text.length / 4)

export const offlineSynthesizerChecks: Checks<Filled<OfflineSynthesizerOptions>> = {
  maxPassages: optional(integerFrom(1), 1_000),
  maxPassageLength: optional(integerFrom(1), 400),
  countTokens: optional(callable<(text: string) => number>(), quarter),
}

/**
 * A synthesizer without a model: for each task one passage a document, the most relevant documents first and then
 * in the order given, each with its citation, and a line that says how many documents do not answer it. Markers
 * in the documents' own text are shown in round brackets.
 *
 * @throws InvalidArgumentError for limits below 1, NoFindingsError where there are no findings.
 */
export function offlineSynthesizer(options: OfflineSynthesizerOptions = {}): Synthesizer {
  const { maxPassages, maxPassageLength, countTokens } = checkOptions(
    options,
    offlineSynthesizerChecks,
    "options",
  )
  return async (task) => {
    if (task.findings.length === 0) throw new NoFindingsError("There are no findings to answer from.")
    const citations: Citation[] = []
    const limits = { maxPassages, maxPassageLength }
    const sections = await runStepsYielding(sectionSteps(task, citations, limits), task.signal)
    const text = [...sections, ...unreadLines(task.question, task.unread)].join("\n\n")
    return { text, citations, tree: treeOf(task.findings, citations, text, countTokens), warnings: [] }
  }
}

function treeOf(
  findings: readonly Findings[],
  citations: readonly Citation[],
  text: string,
  countTokens: (text: string) => number,
): MergeNode {
  return {
    kind: "merge",
    round: 1,
    text,
    tokens: countTokens(text),
    children: findings.map(({ documentId, report }) => {
      return { kind: "findings", documentId, tokens: countTokens(report) }
    }),
    documentIds: findings.map(({ documentId }) => documentId),
    evidence: citations.map(({ number }) => number),
  }
}
