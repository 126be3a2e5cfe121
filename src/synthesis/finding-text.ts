import type { Findings } from "../contracts"
import type { Evidence, EvidenceRegister } from "../evidence/evidence-register"
import { answerLine, documentLine, evidenceLine, missingLine } from "../evidence/findings-protocol"
import { evidenceMarker, neutraliseMarkers } from "../evidence/markers"

/** True where the agent answered and found nothing: such findings reach the model as a name in a list. */
export function isNothingFound({ answers }: Findings): boolean {
  return answers.length > 0 && answers.every(({ found }) => !found)
}

/** One document's findings as a merge prompt shows them: its report with evidence markers, then the quotes behind them that tell more. */
export function findingText(findings: Findings, position: number, register: EvidenceRegister): string {
  const { title, relevance, report, answers } = findings
  const lines = neutraliseMarkers(report).split("\n")
  const markersOf = (task: number) =>
    register
      .of(position, task)
      .map(({ number }) => evidenceMarker(number))
      .join("")
  const byTask = lines.length === answers.length
  const body = byTask
    ? answers.flatMap(({ task, found }, index) =>
        found ? [answerLine(task, lines[index] ?? "", markersOf(task))] : [],
      )
    : lines
  const missing = answers.filter(({ found }) => !found).map(({ task }) => task)
  const evidence = uniqueBy(answers.flatMap(({ task }) => register.of(position, task)))
  const told = evidence.filter(({ number }) => register.telling.has(number))
  return [
    documentLine(nameOf(title), clampRelevance(relevance)),
    ...body,
    ...(byTask && missing.length > 0 && missing.length < answers.length ? [missingLine(missing)] : []),
    ...told.map(quoteLine),
  ].join("\n")
}

/** `[E3] "the quote on one line"` */
export function quoteLine({ number, quote }: Evidence): string {
  return evidenceLine(evidenceMarker(number), neutraliseMarkers(quote.replace(/\s+/g, " ")))
}

/** A title as data on one line. */
export function nameOf(title: string): string {
  return neutraliseMarkers(title.replace(/\s+/g, " ").trim())
}

function clampRelevance(relevance: number): number {
  return Number.isFinite(relevance) ? Math.min(1, Math.max(0, relevance)) : 0
}

function uniqueBy(evidence: readonly Evidence[]): readonly Evidence[] {
  return [...new Map(evidence.map((entry) => [entry.number, entry])).values()]
}
