import type { Findings, LLM, MergeLeaf, UnreadDocument, Warning } from "../contracts"
import { type EvidenceRegister, registerEvidence } from "../evidence/evidence-register"
import { markersIn } from "../evidence/markers"
import { nextTurn, runStepsYielding, type Steps } from "../runtime/yield"
import { callTokensOf, type MergeBudget } from "./budget"
import { splitAtLines } from "./cut/text"
import { findingText, isNothingFound } from "./finding-text"
import { budgetOf, type FixedParts, fixedParts } from "./fixed-parts"
import { remarkLines } from "./remarks"
import type { ResolvedSynthesisOptions } from "./synthesis-options"
import { ascending, type MergeText } from "./text"

export interface PreparedTexts {
  /** One a finding that says something, more for a finding larger than one call. */
  readonly texts: readonly MergeText[]
  /** Leaves of findings that are names in a list only. */
  readonly listed: readonly MergeLeaf[]
  readonly register: EvidenceRegister
  readonly budget: MergeBudget
  readonly fixed: FixedParts
}

/** Turns findings into texts that each fit one merge call, and fixes what every call of the run has in common. */
export async function prepareTexts(request: {
  readonly question: string
  readonly directive: string
  readonly tasks?: readonly string[] | undefined
  readonly findings: readonly Findings[]
  readonly unread?: readonly UnreadDocument[] | undefined
  readonly llm: LLM
  readonly settings: ResolvedSynthesisOptions
  readonly countTokens: (text: string) => number
  readonly warn: (warning: Warning) => void
  readonly signal?: AbortSignal | undefined
}): Promise<PreparedTexts> {
  const { question, directive, findings, unread = [], llm, settings, countTokens, warn, signal } = request
  const { contextWindow } = llm
  const register = await runStepsYielding(registerEvidence(findings), signal)
  // For thousands of findings each of these parts takes its turn of the event loop alone.
  await nextTurn()
  const listed = settings.compactNotFound ? findings.filter(isNothingFound) : []
  const remarkTokens = Math.floor(callTokensOf({ ...settings, contextWindow }) / 20)
  const remarks = remarkLines(listed, unread, remarkTokens, countTokens)
  const { tasks = [] } = request
  const { instructions } = settings
  const prompts = { question, directive, tasks, remarks, instructions }
  const parts = { ...prompts, settings, contextWindow, countTokens, warn }
  const fixed = fixedParts(parts)
  const budget = budgetOf(fixed, parts)

  const { texts, split } = await runStepsYielding(
    textSteps(
      findings,
      register,
      budget.textTokens - budget.frameTokens,
      settings.compactNotFound,
      countTokens,
    ),
    signal,
  )
  if (split.length > 0) {
    warn({
      code: "findings-split",
      message: `Findings larger than one merge call were split at their lines: ${split.length} documents.`,
      documentIds: split,
    })
  }
  const leaves = listed.map(
    ({ documentId, report }): MergeLeaf => ({ kind: "findings", documentId, tokens: countTokens(report) }),
  )
  return { texts, listed: leaves, register, budget, fixed }
}

/**
 * Checks before any paid call what can be known by then: that the question leaves room to merge anything.
 *
 * @throws InvalidArgumentError that names the smallest budget that works
 */
export function checkMergeBudget(
  question: string,
  llm: LLM,
  settings: ResolvedSynthesisOptions,
  countTokens: (text: string) => number,
): void {
  const { instructions } = settings
  const prompts = { question, directive: "", tasks: [], remarks: [], instructions }
  const parts = { ...prompts, settings, contextWindow: llm.contextWindow, countTokens, warn: () => {} }
  budgetOf(fixedParts(parts), parts)
}

/** One finding a step: thousands of them take a while to count. */
function* textSteps(
  findings: readonly Findings[],
  register: EvidenceRegister,
  maxTokens: number,
  compactNotFound: boolean,
  countTokens: (text: string) => number,
): Steps<{ readonly texts: readonly MergeText[]; readonly split: readonly string[] }> {
  const texts: MergeText[] = []
  const split: string[] = []
  for (const [position, finding] of findings.entries()) {
    yield
    if (compactNotFound && isNothingFound(finding)) continue
    const { documentId } = finding
    const parts = splitToFit(findingText(finding, position, register), maxTokens, countTokens)
    if (parts.length > 1) split.push(documentId)
    for (const [index, text] of parts.entries()) {
      const tokens = countTokens(text)
      const node: MergeLeaf = {
        kind: "findings",
        documentId,
        tokens,
        ...(parts.length > 1 && { part: index + 1 }),
      }
      texts.push({ text, tokens, node, positions: [position], evidence: ascending(markersIn(text)) })
    }
  }
  return { texts, split }
}

function splitToFit(
  text: string,
  maxTokens: number,
  countTokens: (text: string) => number,
): readonly string[] {
  if (countTokens(text) <= maxTokens) return [text]
  const [head = ""] = text.split("\n", 1)
  // Every part says whose it is, unless the name alone is too long.
  const named = countTokens(head) + 8 <= maxTokens / 2
  if (!named) return splitAtLines(text, maxTokens, countTokens)
  const body = splitAtLines(text.slice(head.length + 1), maxTokens - countTokens(head) - 8, countTokens)
  return body
    .map((part) => `${head}\n${part}`)
    .flatMap((part) => (countTokens(part) <= maxTokens ? [part] : splitAtLines(part, maxTokens, countTokens)))
}
