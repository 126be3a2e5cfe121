import { parseArgs } from "node:util"
import { UsageError } from "./usage-error"

const defaultQuestion = "What is said about the public debt?"

export const help = `Answers a question from every document of a set, without a model or a key unless a provider is named.

Usage: npm run quickstart -- [--question TEXT] [--documents FOLDER] [--provider gemini]

  --question TEXT      Default: "${defaultQuestion}"
  --documents FOLDER   Texts to read, .txt and .md, sub-folders too.
                       Default: the 233 State of the Union addresses, 1790 to 2021
  --provider gemini    Sends the documents to Gemini and Cohere, with GEMINI_API_KEY and CO_API_KEY from the
                       environment. Each document costs at least one call: name a small FOLDER first
  --help               Shows this text`

export interface Arguments {
  readonly question: string
  /** Undefined: the addresses. */
  readonly folder: string | undefined
  /** Undefined: offline. */
  readonly provider: string | undefined
  readonly help: boolean
}

/** @throws UsageError for an unknown flag, a flag without its value, and anything that is no flag */
export function readArguments(words: readonly string[]): Arguments {
  const { question = defaultQuestion, documents, provider, help: wantsHelp = false } = parsed(words)
  if (question.trim() === "") throw new UsageError("--question needs a text, and got an empty one.")
  if (documents?.trim() === "") throw new UsageError("--documents needs a folder, and got an empty name.")
  return { question, folder: documents, provider, help: wantsHelp }
}

function parsed(words: readonly string[]) {
  try {
    const options = {
      question: { type: "string" },
      documents: { type: "string" },
      provider: { type: "string" },
      help: { type: "boolean", short: "h" },
    } as const
    return parseArgs({ args: [...words], options, allowPositionals: false }).values
  } catch (error) {
    // Node's message goes on with advice; its first sentence says what is wrong.
    const [sentence] = String((error as Error).message).split(/[.\n](?:\s|$)/)
    throw new UsageError(`${sentence}. See --help.`)
  }
}
