import type { Findings } from "../contracts"
import type { EvidenceRegister } from "../evidence/evidence-register"
import { evidenceMarker, neutraliseMarkers } from "../evidence/markers"
import { nameOf } from "./finding-text"

/** UTF-16 units of a value that a line shows; what its markers lead to has more. */
const MAX_VALUE_LENGTH = 400

/** What one document answered, as lines written by code: document, task, value, evidence markers. */
export function findingLines(
  { title, answers }: Findings,
  position: number,
  tasks: readonly string[],
  register: EvidenceRegister,
): readonly string[] {
  return answers.flatMap(({ task, found, answer }) => {
    if (!found) return []
    const markers = register.of(position, task).map(({ number }) => evidenceMarker(number))
    const asked = tasks[task - 1]
    const words = [nameOf(title), ...(asked === undefined ? [] : [nameOf(asked)]), shortened(answer)]
    return [`- ${words.join(": ")} ${[...new Set(markers)].join("")}`.trimEnd()]
  })
}

function shortened(value: string): string {
  const line = neutraliseMarkers(value.replace(/\s+/g, " ").trim())
  return line.length <= MAX_VALUE_LENGTH ? line : `${line.slice(0, MAX_VALUE_LENGTH).toWellFormed()} ...`
}
