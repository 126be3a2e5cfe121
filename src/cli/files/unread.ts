import type { LoadFailure } from "spd-rag/files"
import { count, firstOf, plural } from "../screen/numbers"
import { installHint } from "../sentence"

/** Paths of one sentence. */
const maxPaths = 3
/** Sentences of their own. */
const maxSentences = 10

export interface UnreadFiles {
  note(failure: LoadFailure): void
  /** Files that someone meant to have read, and that were not. */
  count(): number
  /** A sentence each, those of one cause together. */
  sentences(): readonly string[]
}

/** What of the given paths was not read, and why. */
export function createUnreadFiles(isGiven: (path: string) => boolean): UnreadFiles {
  const byCause = new Map<string, string[]>()
  const otherKinds = new Map<string, number>()
  let total = 0
  return {
    note(failure) {
      const { path } = failure
      if (isOtherKind(failure) && !isGiven(path)) {
        const ending = /\.[^./\\]+$/.exec(path)?.[0].toLowerCase() ?? "without an ending"
        otherKinds.set(ending, (otherKinds.get(ending) ?? 0) + 1)
        return
      }
      total += 1
      const cause = causeOf(failure)
      const paths = byCause.get(cause)
      if (paths === undefined) byCause.set(cause, [path])
      else paths.push(path)
    },
    count: () => total,
    sentences() {
      const causes = [...byCause].map(([cause, paths]) => `Not read: ${firstOf(paths, maxPaths)}: ${cause}`)
      const more = causes.length - maxSentences
      const kinds = [...otherKinds].map(([ending, number]) => `${count(number)} ${ending}`)
      return [
        ...causes.slice(0, maxSentences),
        ...(more > 0 ? [`Not read for other causes: ${plural(more, "path")} more.`] : []),
        ...(kinds.length === 0 ? [] : [`Left out, since no loader reads them: ${firstOf(kinds, 10)}.`]),
      ]
    },
  }
}

/** A folder may hold anything: what nobody asked to read by name is no failure. */
const isOtherKind = ({ reason, error }: LoadFailure): boolean =>
  reason === "unsupported" && error.message.startsWith("No loader reads")

function causeOf({ reason, error }: LoadFailure): string {
  const hint = reason === "uninstalled" ? installHint(error) : undefined
  return hint === undefined ? error.message : `a package is missing: ${hint}`
}
