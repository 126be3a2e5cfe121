import type { Synthesis, SynthesisTask, Warning } from "../../contracts"
import { unsupportedFigures } from "../../evidence/figures/unsupported-figures"
import { runStepsYielding } from "../../runtime/yield"

/** Figures that a warning names. */
const mostNamed = 10

/** What an answer of one's own synthesizer leaves out of what was read, and what it says that nothing read holds. */
export async function answerWarnings(
  task: SynthesisTask,
  { text, citations }: Synthesis,
): Promise<readonly Warning[]> {
  const cited = new Set(citations.map(({ documentId }) => documentId))
  const uncited = task.findings.filter(
    ({ documentId, answers }) =>
      !cited.has(documentId) && answers.some(({ found, quotes }) => found && quotes.length > 0),
  )
  const warnings: Warning[] = []
  if (uncited.length > 0) {
    warnings.push({
      code: "answer-uncited",
      message: `The answer cites nothing of ${uncited.length} documents that answered.`,
      documentIds: uncited.map(({ documentId }) => documentId),
    })
  }
  const figures = await runStepsYielding(unsupportedFigures(text, sourcesOf(task)), task.signal)
  if (figures.length > 0) {
    const named = figures.slice(0, mostNamed).map((figure) => figure.text)
    const more = figures.length > mostNamed ? ` and ${figures.length - mostNamed} more` : ""
    warnings.push({
      code: "answer-unsupported",
      message: `No finding and no quote holds ${named.join(", ")}${more}. The answer may have worked it out.`,
    })
  }
  return warnings
}

/** All that the answer can rest on. */
function* sourcesOf({ question, plan, findings, unread }: SynthesisTask): Generator<string, void> {
  yield [question, plan.synthesisDirective, ...plan.tasks].join("\n")
  yield `${findings.length} ${unread.length} ${findings.length + unread.length}`
  for (const { title } of unread) yield title
  for (const { title, report, answers } of findings) {
    yield `${title}\n${report}`
    for (const { answer, quotes } of answers) {
      yield answer
      for (const quote of quotes) yield quote.text
    }
  }
}
