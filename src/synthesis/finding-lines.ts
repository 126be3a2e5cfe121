import type { Findings } from "../contracts"
import type { Evidence, EvidenceRegister } from "../evidence/evidence-register"
import { reportOf } from "../evidence/findings-protocol"
import { evidenceMarker, neutraliseMarkers } from "../evidence/markers"
import { nameOf } from "./finding-text"

/** UTF-16 units of a value that a line shows; what its markers lead to has more. */
const maxValueLength = 400

/** What one document answered, as lines written by code: document, task, value, evidence markers. */
export function findingLines(
  { title, answers }: Findings,
  position: number,
  tasks: readonly string[],
  register: EvidenceRegister,
): readonly string[] {
  return answers.flatMap(({ task, found, answer }) => {
    if (!found) return []
    const asked = tasks[task - 1]
    const label = asked === undefined ? "" : asLabel(nameOf(asked))
    return [`- ${nameOf(title)}: ${label}${valueLine(answer, register.of(position, task))}`]
  })
}

/** The same on one line for a prompt that says the tasks: by their numbers. */
export function findingNote(
  { title, answers }: Findings,
  position: number,
  register: EvidenceRegister,
): string {
  const values = answers.flatMap(({ task, found, answer }) => {
    if (!found) return []
    const value = valueLine(answer, register.of(position, task))
    return [answers.length === 1 ? value : `${task}. ${value}`]
  })
  return `- ${nameOf(title)}: ${values.join("; ")}`
}

/** True where a note says all that the text of a finding does: its answers, none of them shortened, and no quote that tells more. */
export function isNoteWhole(
  { answers, report }: Findings,
  position: number,
  register: EvidenceRegister,
): boolean {
  const isTold = (task: number) =>
    register.of(position, task).some(({ number }) => register.telling.has(number))
  return (
    report === reportOf(answers) &&
    answers.every(({ task, answer }) => answer.length <= maxValueLength && !isTold(task))
  )
}

function valueLine(answer: string, evidence: readonly Evidence[]): string {
  const markers = evidence.map(({ number }) => evidenceMarker(number))
  return `${shortened(answer)} ${[...new Set(markers)].join("")}`.trimEnd()
}

/** A task is a sentence: its own mark at the end is enough, or is left out before the colon. */
function asLabel(task: string): string {
  const bare = task.replace(/[.:;,\u3002\uff1a\u2026]{1,3}$/, "").trimEnd()
  return /[?!\u061f\uff1f\uff01]$/.test(bare) ? `${bare} ` : `${bare}: `
}

function shortened(value: string): string {
  const line = neutraliseMarkers(value.replace(/\s+/g, " ").trim())
  return line.length <= maxValueLength ? line : `${line.slice(0, maxValueLength).toWellFormed()} ...`
}
