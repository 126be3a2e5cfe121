import type { TextBudget } from "../kit/text-budget"

const longLineLength = 200
/** Deeper levels stand no further in: a line must not grow with how deep a value is nested. */
const maxIndent = 6

/** Valid JSON with the letters of its escapes; a line for each member where it is one long line. */
export function readableJson(json: string, budget: TextBudget): string {
  const trimmed = json.trim()
  if (trimmed.length > longLineLength && !trimmed.includes("\n")) return breakLines(trimmed, budget)
  budget.spend(json.length)
  // A string that never closes would be looked for from each of its marks; here it ends with the text.
  return json.replace(/"(?:[^"\\]|\\.)*(?:"|\\?$)/gs, unescaped)
}

/** A line for each member, indented by two spaces; numbers are not touched. */
function breakLines(json: string, budget: TextBudget): string {
  const parts: string[] = []
  const push = (part: string) => {
    budget.spend(part.length)
    parts.push(part)
  }
  const newLine = (depth: number) => push(`\n${"  ".repeat(Math.min(depth, maxIndent))}`)
  let depth = 0
  let start = 0
  for (let at = 0; at < json.length; at++) {
    const letter = json[at]!
    if (letter === '"') {
      push(json.slice(start, at))
      start = stringEnd(json, at) + 1
      push(unescaped(json.slice(at, start)))
      at = start - 1
    } else if (letter === "," || letter === ":") {
      push(json.slice(start, at + 1))
      start = at + 1
      if (letter === ":") push(" ")
      else newLine(depth)
    } else if (letter === "{" || letter === "[") {
      const isEmpty = json[at + 1] === "}" || json[at + 1] === "]"
      if (isEmpty) at++
      push(json.slice(start, at + 1))
      start = at + 1
      if (!isEmpty) newLine(++depth)
    } else if (letter === "}" || letter === "]") {
      push(json.slice(start, at))
      start = at
      newLine(--depth)
    } else if (letter <= " ") {
      push(json.slice(start, at))
      start = at + 1
    }
  }
  push(json.slice(start))
  return parts.join("")
}

/** Where the string that begins at `start` has its closing mark. */
function stringEnd(json: string, start: number): number {
  let at = start + 1
  while (json[at] !== '"') at += json[at] === "\\" ? 2 : 1
  return at
}

const letters: { readonly [letter: string]: string } = { n: "\n", r: "", t: "\t", b: "", f: "\n" }

/** Control characters stay written as escapes; all else is the letter that it stands for. */
function unescaped(text: string): string {
  if (!text.includes("\\")) return text
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (written, code: string | undefined, letter: string) => {
    if (code === undefined) return letters[letter] ?? letter
    const unit = Number.parseInt(code, 16)
    return unit < 0x20 || (unit >= 0x7f && unit < 0xa0) ? written : String.fromCharCode(unit)
  })
}
