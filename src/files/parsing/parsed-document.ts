import type { SourceDocument } from "../../contracts/document"
import { LoadFileError } from "../kit/errors"
import { textBudget } from "../kit/text-budget"
import type { ParsedBytes } from "./parse-bytes"

const maxProblems = 100
const maxProblemLength = 300

/** A parsed file as a document; `sourcePath` is where it lies, if anywhere. @throws LoadFileError `empty`, or `too-large` over `maxTextLength` characters. */
export function documentOf(
  id: string,
  sourcePath: string | undefined,
  { format, title, text, metadata, problems = [] }: ParsedBytes,
  maxTextLength: number,
): SourceDocument {
  textBudget(maxTextLength).spend(text.length)
  if (text.trim() === "") throw new LoadFileError("empty", ["It has no text.", ...told(problems)].join(" "))
  return {
    id,
    ...(title === undefined ? {} : { title }),
    text: text.toWellFormed(),
    metadata: {
      format,
      ...(sourcePath !== undefined && { sourcePath }),
      ...metadata,
      ...(problems.length === 0 ? {} : { problems: told(problems) }),
    },
  }
}

/** Each problem once, and no more of them than somebody reads. */
function told(problems: readonly string[]): readonly string[] {
  const all = [...new Set(problems.map((problem) => problem.slice(0, maxProblemLength).toWellFormed()))]
  const left = all.length - maxProblems
  return left <= 0 ? all : [...all.slice(0, maxProblems), `And ${left} more.`]
}
