import type { Coordinator } from "../contracts"
import { InvalidArgumentError } from "../errors"
import { clausesOf } from "./clauses"
import { languageOf } from "./languages"

const maxTasks = 12
const listMark = /^\s*(?:[-*\u2022]|\(?(?:\d{1,2}|[a-z])[.)])\s+/
const ends =
  /(?<=[?\uff1f\u061f;\uff1b])\s*|(?<=\p{Ll}{3}[.!])\s+(?=\p{Lu}|\u00bf)|(?<=[\u3002])|[\r\n]+|\s(?=\(?\d{1,2}[.)]\s)/u
/**
 * A coordinator without a model: the tasks are the question's own parts. It cuts at question marks, semicolons,
 * line ends, list numbers, full stops before a capital, and at "and" before a question word or a verb that asks, in
 * English, German, French, Spanish, Turkish, Arabic and Chinese. A part that points back ("when is it paid?") stays with the part before it. At most 12 tasks; what
 * is over stays together in the last one.
 */
export function offlineCoordinator(): Coordinator {
  return {
    async plan({ question, signal }) {
      signal?.throwIfAborted()
      if (question.trim() === "")
        throw new InvalidArgumentError("question", question, "a text that is not empty")
      return {
        tasks: questionParts(question),
        synthesisDirective:
          "Quote for each task what every document says of it, the most relevant documents first.",
      }
    },
  }
}

function questionParts(question: string): string[] {
  const parts: string[] = []
  const { joint, pointsBack } = clausesOf(languageOf(question))
  for (const piece of question.split(ends).flatMap((part) => part.split(joint))) {
    const part = piece
      .replace(listMark, "")
      .replace(/[;\uff1b]\s*$/, "")
      .trim()
    if (!/[\p{L}\p{N}]/u.test(part) || parts.includes(part)) continue
    if ((parts.length > 0 && pointsBack.test(part)) || parts.length === maxTasks) {
      parts.push(`${parts.pop()} ${part}`)
    } else parts.push(part)
  }
  return parts.length > 0 ? parts : [question.trim()]
}
