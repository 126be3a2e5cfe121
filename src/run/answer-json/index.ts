import type { DocumentOutcomeJSON } from "../../contracts"
import type { Answer } from "../../contracts/answer"
import { InvalidArgumentError, messageOf } from "../../errors"
import { isRecord } from "../../runtime/check/options"
import { outcomeJSON } from "../../runtime/emit"
import { wholeTable } from "../../tables/create-table"
import { answerFields } from "./answer-data"
import type { TableJSON } from "./table-data"

/** Raised when an older reader would misread an answer. */
const formatVersion = 1

/** An answer as plain JSON data: errors are what their `toJSON` gives, a table is its columns, rows and mappings. */
export type AnswerJSON = Omit<Answer, "documents" | "table"> & {
  readonly version: number
  readonly documents: readonly DocumentOutcomeJSON[]
  readonly table?: TableJSON | undefined
}

/** An answer as data that can be kept, sent and cloned; `answerFromJSON` reads it. It holds text of the documents. */
export function answerToJSON(answer: Answer): AnswerJSON {
  const { table, ...data } = answer
  const documents = answer.documents.map(outcomeJSON)
  if (table === undefined) return { version: formatVersion, ...data, documents }
  const { columns, rows, mappings } = table
  return { version: formatVersion, ...data, documents, table: { columns, rows, mappings } }
}

/**
 * The answer that `answerToJSON` gave, with its errors as instances of their classes and its table as one that can be asked. Everything is checked: each citation,
 * quote and passage is as long as its offsets say, each citation is of a document with findings and has a number of its own.
 * That a quote stands in its document can only be told from the document.
 *
 * @param json what was given, or its JSON text
 * @throws InvalidArgumentError that names the place
 */
export function answerFromJSON(json: unknown): Answer {
  const value = typeof json === "string" ? parsed(json) : json
  if (!isRecord(value)) throw new InvalidArgumentError("json", value, "an answer that `answerToJSON` gave")
  const { version, ...given } = value
  if (version !== formatVersion) throw new InvalidArgumentError("json.version", version, `${formatVersion}`)
  const checked = Object.entries(answerFields).map(([name, check]) => [
    name,
    check(given[name], `json.${name}`),
  ])
  const { table, ...answer } = { ...given, ...Object.fromEntries(checked) } as Omit<Answer, "table"> & {
    readonly table?: TableJSON
  }
  checkCitations(answer)
  if (table === undefined) return answer
  const { documents, usage, warnings, durationMs } = answer
  return { ...answer, table: wholeTable({ ...table, documents, usage, warnings, durationMs }) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // The parser's words quote the text.
    throw new InvalidArgumentError("json", text.length, "JSON, and it can't be parsed", {
      cause: new SyntaxError(messageOf(error).slice(0, 60)),
    })
  }
}

function checkCitations({ citations, documents }: Pick<Answer, "citations" | "documents">): void {
  const read = new Set(documents.flatMap((outcome) => ("findings" in outcome ? [outcome.documentId] : [])))
  const numbers = new Set<number>()
  for (const [index, { number, documentId }] of citations.entries()) {
    const path = `json.citations[${index}]`
    if (numbers.has(number)) throw new InvalidArgumentError(`${path}.number`, number, "given once")
    numbers.add(number)
    if (!read.has(documentId)) {
      throw new InvalidArgumentError(`${path}.documentId`, documentId, "a document with findings")
    }
  }
}
