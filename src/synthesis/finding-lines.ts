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
    const words = `${asked === undefined ? "" : asLabel(nameOf(asked))}${shortened(answer)}`
    return [`- ${nameOf(title)}: ${words} ${[...new Set(markers)].join("")}`.trimEnd()]
  })
}

/** A task is a sentence: its own mark at the end is enough, or is left out before the colon. */
function asLabel(task: string): string {
  const bare = task.replace(/[.:;,\u3002\uff1a\u2026]{1,3}$/, "").trimEnd()
  return /[?!\u061f\uff1f\uff01]$/.test(bare) ? `${bare} ` : `${bare}: `
}

function shortened(value: string): string {
  const line = neutraliseMarkers(value.replace(/\s+/g, " ").trim())
  return line.length <= MAX_VALUE_LENGTH ? line : `${line.slice(0, MAX_VALUE_LENGTH).toWellFormed()} ...`
}
