import { firstOf, stringsOf, textOf } from "../calls/json/fields"
import { objectsIn } from "../calls/json/objects-in"
import type { Plan } from "../contracts"

/** The number or mark that stands before a line of a list. */
const listMark = /^(?:[-*\u2022]|\(?\d{1,2}[.)])\s+/

/** The plan that a reply means, whatever its shape; undefined where it holds no task. */
export function readPlanReply(value: unknown): Plan | undefined {
  for (const fields of objectsIn(value)) {
    const given = firstOf(fields, "tasks", "task", "extractionTasks", "subtasks", "questions")
    const tasks = stringsOf(given, "task", "description", "question", "instruction")
      .flatMap((text) => (Array.isArray(given) ? [text] : text.split("\n")))
      .map((text) => text.replace(listMark, "").trim())
      .filter((text) => text !== "")
    if (tasks.length === 0) continue
    const directive = firstOf(fields, "synthesisDirective", "directive", "synthesis", "instructions")
    return { tasks, synthesisDirective: textOf(directive) || stringsOf(directive, "text").join(" ") }
  }
  return undefined
}
