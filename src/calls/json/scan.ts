/** How far a value reaches. */
export interface Scan {
  /** Behind its last bracket; undefined where the text ends before. */
  readonly end: number | undefined
  /** Behind the last part of it that is complete, with the brackets that are open there, innermost last. */
  readonly complete: number
  readonly openThere: string
}

const closingOf: Readonly<Record<string, string>> = { "{": "}", "[": "]" }
const noteworthy = /["\\{}[\],]/g

/** Follows brackets and strings from an opening bracket on. */
export function scanValue(text: string, start: number): Scan {
  const open: string[] = []
  let inString = false
  let complete = start
  let openThere = ""
  noteworthy.lastIndex = start
  for (let match = noteworthy.exec(text); match !== null; match = noteworthy.exec(text)) {
    const [mark] = match
    if (mark === "\\") {
      // What is escaped in a string means nothing here.
      if (inString) noteworthy.lastIndex = match.index + 2
      continue
    }
    if (mark === '"') inString = !inString
    if (inString || mark === '"') continue
    if (mark === "{" || mark === "[") {
      open.push(mark)
      continue
    }
    if (mark !== ",") open.pop()
    complete = mark === "," ? match.index : match.index + 1
    if (open.length === 0) return { end: complete, complete, openThere: "" }
    openThere = open.length <= mostOpen ? open.join("") : ""
  }
  return { end: undefined, complete, openThere }
}

/** Deeper values are no reply of ours. */
const mostOpen = 64

/** The complete part of a value that its text does not end, with brackets that close it. */
export function closeCut(text: string, start: number, { complete, openThere }: Scan): string {
  const closing = [...openThere].reverse().map((bracket) => closingOf[bracket])
  return text.slice(start, complete) + closing.join("")
}
