import { parseArgs } from "node:util"
import { UsageError } from "./usage-error"

export const defaultQuestion = "What is said about the public debt?"

export const help = `Answers a question from every document of a set, without a model or a key.

Usage: npm run quickstart -- [--question TEXT] [--documents FOLDER]

  --question TEXT      Default: "${defaultQuestion}"
  --documents FOLDER   Texts to read, .txt and .md, sub-folders too.
                       Default: the 233 State of the Union addresses, 1790 to 2021
  --help               Shows this text`

export interface Arguments {
  readonly question: string
  /** Undefined: the addresses. */
  readonly folder: string | undefined
  readonly help: boolean
}

/** @throws UsageError for an unknown flag, a flag without its value, and anything that is no flag */
export function readArguments(words: readonly string[]): Arguments {
  const { question = defaultQuestion, documents, help: wantsHelp = false } = parsed(words)
  if (question.trim() === "") throw new UsageError("--question needs a text, and got an empty one.")
  if (documents?.trim() === "") throw new UsageError("--documents needs a folder, and got an empty name.")
  return { question, folder: documents, help: wantsHelp }
}

function parsed(words: readonly string[]) {
  try {
    const options = {
      question: { type: "string" },
      documents: { type: "string" },
      help: { type: "boolean", short: "h" },
    } as const
    return parseArgs({ args: [...words], options, allowPositionals: false }).values
  } catch (error) {
    // Node's message goes on with advice; its first sentence says what is wrong.
    const [sentence] = String((error as Error).message).split(/[.\n](?:\s|$)/)
    throw new UsageError(`${sentence}. See --help.`)
  }
}
