/** How far a value reaches. */
export interface Scan {
  /** Behind its last bracket; undefined where the text ends before. */
  readonly end: number | undefined
  /** Behind the last part of it that is complete, with the brackets that are open there, innermost last. */
  readonly complete: number
  readonly openThere: string
}

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]" }
const NOTEWORTHY = /["\\{}[\],]/g

/** Follows brackets and strings from an opening bracket on. */
export function scanValue(text: string, start: number): Scan {
  const open: string[] = []
  let inString = false
  let complete = start
  let openThere = ""
  NOTEWORTHY.lastIndex = start
  for (let match = NOTEWORTHY.exec(text); match !== null; match = NOTEWORTHY.exec(text)) {
    const [mark] = match
    if (mark === "\\") {
      // What is escaped in a string means nothing here.
      if (inString) NOTEWORTHY.lastIndex = match.index + 2
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
    openThere = open.length <= MOST_OPEN ? open.join("") : ""
  }
  return { end: undefined, complete, openThere }
}

/** Deeper values are no reply of ours. */
const MOST_OPEN = 64

/** The complete part of a value that its text does not end, with brackets that close it. */
export function closeCut(text: string, start: number, { complete, openThere }: Scan): string {
  const closing = [...openThere].reverse().map((bracket) => CLOSING[bracket])
  return text.slice(start, complete) + closing.join("")
}
