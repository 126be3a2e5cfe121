import { decodeText } from "../kit/decode-text"
import { LoadFileError } from "../kit/errors"
import type { FileFormat } from "../kit/format"
import type { ParseFile } from "../kit/parse"

const longLineLength = 200
const maxIndent = 20

/** JSON as it is written, numbers digit by digit. One long line is broken up, so that it can be split and read. */
export const json: FileFormat = { name: "json", extensions: [".json"], loadParser: async () => parseJson }

const parseJson: ParseFile = async ({ bytes }) => {
  const text = decodeText(bytes)
  if (text.trim() === "") return { text: "" }
  try {
    JSON.parse(text)
  } catch (cause) {
    throw new LoadFileError("damaged", "It is no JSON.", { cause })
  }
  const trimmed = text.trim()
  return { text: trimmed.length > longLineLength && !trimmed.includes("\n") ? breakLines(trimmed) : text }
}

/** A line for each member, indented by two spaces; strings and numbers are not touched. */
function breakLines(json: string): string {
  const parts: string[] = []
  const newLine = (depth: number) => parts.push("\n", "  ".repeat(Math.min(depth, maxIndent)))
  let depth = 0
  let start = 0
  for (let at = 0; at < json.length; at++) {
    const letter = json[at]!
    if (letter === '"') at = stringEnd(json, at)
    else if (letter === "," || letter === ":") {
      parts.push(json.slice(start, at + 1))
      start = at + 1
      if (letter === ":") parts.push(" ")
      else newLine(depth)
    } else if (letter === "{" || letter === "[") {
      const isEmpty = json[at + 1] === "}" || json[at + 1] === "]"
      if (isEmpty) at++
      parts.push(json.slice(start, at + 1))
      start = at + 1
      if (!isEmpty) newLine(++depth)
    } else if (letter === "}" || letter === "]") {
      parts.push(json.slice(start, at))
      start = at
      newLine(--depth)
    } else if (letter <= " ") {
      parts.push(json.slice(start, at))
      start = at + 1
    }
  }
  parts.push(json.slice(start))
  return parts.join("")
}

/** Where the string that begins at `start` has its closing mark. */
function stringEnd(json: string, start: number): number {
  let at = start + 1
  while (json[at] !== '"') at += json[at] === "\\" ? 2 : 1
  return at
}
