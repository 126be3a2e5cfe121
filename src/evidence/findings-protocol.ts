import type { TaskAnswer } from "../contracts"

/*
 * What the stages say to each other about one document, in words. Whoever writes such a line and whoever reads one
 * takes it from here, so that a word can change in one place.
 */

const foundPrefix = "Found: "
const notFound = "Not found in this document."
const unreadLine = "Not settled: the agent stopped early."
const document = "Document: "
const documentPattern = /^Document: (.*) \(relevance [\d.]+\)$/
const answerPattern = /^(\d+)\. Found: (.*)$/
const lastMarker = / ?\[E\d{1,15}\]$/
const evidencePattern = /^\[E\d+\] "/

type Reported = Pick<TaskAnswer, "found" | "answer" | "unread">

/** The findings report: line i is about task i. What was not read does not pass for "not found". */
export function reportOf(answers: readonly Reported[]): string {
  return answers.map(reportLine).join("\n")
}

function reportLine({ found, answer, unread }: Reported): string {
  if (found) return `${foundPrefix}${onOneLine(answer)}`
  return unread ? unreadLine : notFound
}

function onOneLine(answer: string): string {
  const lines = answer.split("\n").map((line) => line.trim())
  return lines.filter((line) => line !== "").join("; ")
}

/** First line of one document's findings in a merge prompt. */
export function documentLine(title: string, relevance: number): string {
  return `${document}${title} (relevance ${relevance.toFixed(2)})`
}

/** A line of the report with its task's number and the markers of its evidence. */
export function answerLine(task: number, reportLine: string, markers: string): string {
  return `${task}. ${reportLine} ${markers}`.trimEnd()
}

/** The tasks of a document that gave no answer while others did. */
export function missingLine(tasks: readonly number[]): string {
  return `Not found: task ${tasks.join(", ")}.`
}

/** The words behind a marker. */
export function evidenceLine(marker: string, quote: string): string {
  return `${marker} "${quote}"`
}

/** The title in a line that `documentLine` wrote. */
export function titleIn(line: string): string | undefined {
  return documentPattern.exec(line)?.[1]
}

/** What a line says that `answerLine` wrote about something found. */
export function answerIn(
  line: string,
): { readonly task: number; readonly answer: string; readonly markers: string } | undefined {
  const [, task, said] = answerPattern.exec(line) ?? []
  if (said === undefined) return undefined
  let end = said.length
  // One by one from the end: a pattern for all of them would begin anew at each.
  for (;;) {
    const marker = lastMarker.exec(said.slice(Math.max(0, end - 20), end))
    if (marker === null) break
    end -= marker[0].length
  }
  return { task: Number(task), answer: said.slice(0, end), markers: said.slice(end).trim() }
}

/** True for a line that `evidenceLine` wrote. */
export function isEvidenceLine(line: string): boolean {
  return evidencePattern.test(line)
}
