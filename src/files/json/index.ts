import { decodeText } from "../kit/encoding/decode"
import { LoadFileError } from "../kit/errors"
import type { FileFormat } from "../kit/format"
import type { ParseFile } from "../kit/parse"
import { type TextBudget, textBudget } from "../kit/text-budget"
import { readableJson } from "./readable"

/**
 * JSON as it is written, numbers digit by digit, with the letters that its escapes stand for, so that a quote of what
 * it says can be found. One long line is broken up, so that it can be split and read. JSON Lines are values with an
 * empty line between long ones.
 */
export const json: FileFormat = {
  name: "json",
  extensions: [".json", ".jsonl", ".ndjson"],
  loadParser: async () => parse,
}

const parse: ParseFile = async ({ bytes, name, encoding, maxTextLength }) => {
  const { text, metadata, problems } = await decodeText(bytes, { encoding })
  if (text.trim() === "") return { text: "", metadata, problems }
  const budget = textBudget(maxTextLength)
  const isLines = /\.(?:jsonl|ndjson)$/i.test(name)
  const failure = isLines ? undefined : failureOf(text)
  if (!isLines && failure === undefined) return { text: readableJson(text, budget), metadata, problems }
  const lines = readLines(text, budget)
  // A file of one value that is cut is damaged; one of many values may have a bad line.
  if (lines.good === 0 || (!isLines && lines.bad.length > 0)) {
    throw new LoadFileError("damaged", "It is no JSON.", { cause: failure })
  }
  const lost = lines.bad.map((line) => `Line ${line} is no JSON; it is read as it stands.`)
  return { text: lines.text, metadata, problems: [...problems, ...lost] }
}

function failureOf(text: string): unknown {
  try {
    JSON.parse(text)
    return undefined
  } catch (cause) {
    return cause
  }
}

function readLines(
  text: string,
  budget: TextBudget,
): { readonly text: string; readonly good: number; readonly bad: readonly number[] } {
  const parts: string[] = []
  const bad: number[] = []
  let good = 0
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    if (line.trim() === "") continue
    const isGood = failureOf(line) === undefined
    if (isGood) good++
    else bad.push(index + 1)
    const readable = isGood ? readableJson(line.trim(), budget) : line
    if (parts.length > 0) parts.push(readable.includes("\n") ? "\n\n" : "\n")
    parts.push(readable)
  }
  return { text: parts.join(""), good, bad }
}
