import type { DocumentOutcome, Synthesis, Warning } from "../contracts"
import { unsupportedFigures } from "../evidence/figures/unsupported-figures"
import { runStepsYielding } from "../runtime/yield"

/** Figures that a warning names. */
const MOST_NAMED = 10

/** What the answer leaves out of what was read, and what it says that nothing read holds. */
export async function answerWarnings(
  question: string,
  { text, citations }: Synthesis,
  outcomes: readonly DocumentOutcome[],
  signal: AbortSignal,
): Promise<readonly Warning[]> {
  const cited = new Set(citations.map(({ documentId }) => documentId))
  const uncited = outcomes.filter(({ status, documentId }) => status === "answered" && !cited.has(documentId))
  const warnings: Warning[] = []
  // An answer without any citation has a warning of its own.
  if (uncited.length > 0 && cited.size > 0) {
    const count = uncited.length === 1 ? "1 document" : `${uncited.length} documents`
    warnings.push({
      code: "documents-uncited",
      message: `The answer cites nothing of ${count} that answered.`,
      documentIds: uncited.map(({ documentId }) => documentId),
    })
  }
  const figures = await runStepsYielding(unsupportedFigures(text, sourcesOf(question, outcomes)), signal)
  const numbers = figures.filter(({ kind }) => kind !== "name").map((figure) => figure.text)
  if (numbers.length > 0) {
    const named = numbers.slice(0, MOST_NAMED).join(", ")
    const more = numbers.length > MOST_NAMED ? ` and ${numbers.length - MOST_NAMED} more` : ""
    warnings.push({
      code: "figures-unsupported",
      message: `Figures of the answer that no finding and no quote holds: ${named}${more}. It may have worked them out.`,
    })
  }
  return warnings
}

/** All that the answer can rest on. */
function* sourcesOf(question: string, outcomes: readonly DocumentOutcome[]): Generator<string, void> {
  yield question
  // What an answer counts over: documents, and those that answered.
  yield String(outcomes.length)
  for (const outcome of outcomes) {
    yield `${outcome.documentId} ${outcome.title}`
    if (!("findings" in outcome)) continue
    yield outcome.findings.report
    for (const { answer, quotes } of outcome.findings.answers) {
      yield answer
      for (const quote of quotes) yield quote.text
    }
  }
}
