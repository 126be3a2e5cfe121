import type { QuoteFinder } from "../../../agent/find-quotes"
import type { Sentence } from "../../../agent/support"
import type { FoundRow, JSONValue, Quote, TableCell, TableColumn } from "../../../contracts"
import { locateQuote } from "../../../evidence/quotes/locate-quote"
import { runStepsYielding, type Steps } from "../../../runtime/yield"
import type { CheckedValues, TableSchema } from "../../schema/table-schema"
import type { ReportedCell, ReportedRow } from "../reply/reported"
import { coerce } from "./coerce"
import { cellSupport } from "./support"

/** What quotes and values are looked up in. */
export interface Shown {
  readonly finder: QuoteFinder
  /** Of what was shown; made on first use. */
  sentences(): readonly Sentence[]
}

/** A row with what its schema refuses. */
export interface MadeRow {
  readonly row: FoundRow
  readonly reported: ReportedRow
  readonly problems: CheckedValues["problems"]
}

/** Characters of a value that a problem repeats. */
const shownCharacters = 200
/** Longer words are no words as written. UTF-16 units. */
const longestWritten = 2_000

/** The cells of a reported row: values of the columns' types, checked by the schema, with their quotes looked up. */
export async function makeRow(
  reported: ReportedRow,
  { columns, check }: TableSchema,
  shown: Shown,
  signal: AbortSignal | undefined,
): Promise<MadeRow> {
  const given = new Map<string, JSONValue>()
  for (const column of columns) {
    const cell = reported.cells.get(column.name)
    if (cell !== undefined && cell.status !== "not-found") {
      given.set(column.name, coerce(cell.value, column) as JSONValue)
    }
  }
  const checked = await check(given)
  const cells: [string, TableCell][] = []
  for (const column of columns) {
    const steps = cellSteps(column, reported.cells.get(column.name), checked, shown)
    cells.push([column.name, await runStepsYielding(steps, signal)])
  }
  const { problems, rowProblem } = checked
  const row = { cells: Object.fromEntries(cells), ...(rowProblem !== undefined && { problem: rowProblem }) }
  return { row, reported, problems }
}

function* cellSteps(
  column: TableColumn,
  reported: ReportedCell | undefined,
  { values, problems }: CheckedValues,
  shown: Shown,
): Steps<TableCell> {
  if (reported === undefined) return { status: "unread", value: null, quotes: [] }
  if (reported.status === "not-found") return { status: "not-found", value: null, quotes: [] }
  const given = [...new Set(reported.quotes.map((quote) => quote.trim()).filter((quote) => quote !== ""))]
  const located: Quote[] = []
  for (const quote of given) {
    const at = shown.finder.locate(quote)
    if (at !== undefined) located.push(at)
    yield
  }
  const quotes = located.filter((quote, at) => located.findIndex((other) => isSame(other, quote)) === at)
  const unverifiedQuotes = given.length - located.length
  const counted = unverifiedQuotes > 0 ? { unverifiedQuotes } : {}
  const written = writtenIn(quotes, reported)
  const words = written === undefined ? {} : { written }
  const why = problems.get(column.name)
  if (why !== undefined) {
    const problem = `${shortForm(reported.value)}: ${why}`
    return { status: "invalid", value: null, ...words, quotes, ...counted, problem }
  }
  const value = values.get(column.name) ?? null
  const isComputed = reported.status === "computed"
  const supported = yield* cellSupport(value, column, { quotes, isComputed }, shown)
  return { status: "found", value, ...words, ...supported, ...counted }
}

/** The words as a quote has them: those that the agent gives, or a value that is words of the document. */
function writtenIn(quotes: readonly Quote[], { written, value }: ReportedCell): string | undefined {
  for (const words of [written, value]) {
    if (typeof words !== "string" || words.trim() === "" || words.length > longestWritten) continue
    for (const { text } of quotes) {
      const span = locateQuote(words, text)
      if (span !== undefined) return text.slice(span.start, span.end)
    }
  }
  return undefined
}

function isSame(a: Quote, b: Quote): boolean {
  return a.start === b.start && a.end === b.end
}

/** What came, on one line. */
export function shortForm(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing"
  return text.length <= shownCharacters ? text : `${text.slice(0, shownCharacters).toWellFormed()}...`
}
