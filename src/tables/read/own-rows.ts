import type { DocumentSearch, Findings, FoundRow, Quote, TableCell } from "../../contracts"
import { joinSlices } from "../../evidence/slices"
import type { RowSpec } from "./ask/row-spec"
import { makeRow } from "./cells/make-row"
import type { ReportedCell, ReportedRow } from "./reply/reported"
import { rowFindings } from "./row-findings"
import { shownOf } from "./shown"

/**
 * What an agent of one's own found, as rows that are held to what ours are: values of the columns' types that the schema
 * takes, quotes that the document holds. Where it reports no rows, its answers are one.
 */
export async function withRows(findings: Findings, spec: RowSpec, search: DocumentSearch): Promise<Findings> {
  const { columns } = spec.schema
  const given = findings.rows?.map(rowGiven) ?? rowOfAnswers(findings, spec)
  const chunks = given.length > 0 ? await search.chunks() : []
  const shown = shownOf([], chunks)
  const text = { value: joinSlices(chunks), start: chunks[0]?.start ?? 0 }
  const rows: FoundRow[] = []
  for (const { reported, quotes } of given) {
    const { row } = await makeRow(reported, spec.schema, shown, undefined)
    const cells = Object.entries(row.cells).map(([name, cell]) => [
      name,
      withPlaces(cell, quotes.get(name), text),
    ])
    rows.push({ ...row, cells: Object.fromEntries(cells) })
  }
  const made = rowFindings(search.document, columns, {
    ...findings,
    searches: [...findings.searches],
    rows,
    isComplete: true,
  })
  return { ...findings, answers: made.answers, report: made.report, rows }
}

interface GivenRow {
  readonly reported: ReportedRow
  /** With their places, by the column's name. */
  readonly quotes: ReadonlyMap<string, readonly Quote[]>
}

function rowGiven({ cells }: FoundRow): GivenRow {
  const entries = Object.entries(cells)
  return {
    reported: {
      number: undefined,
      cells: new Map(
        entries.flatMap(([name, cell]) =>
          cell.status === "unread" ? [] : [[name, cellGiven(cell)] as const],
        ),
      ),
    },
    quotes: new Map(entries.map(([name, { quotes }]) => [name, quotes])),
  }
}

function cellGiven({ status, value, written = "", quotes, support }: TableCell): ReportedCell {
  if (status === "not-found") return { status, value: null, written: "", quotes: [] }
  const texts = quotes.map(({ text }) => text)
  return { status: support === "computed" ? "computed" : "found", value, written, quotes: texts }
}

function rowOfAnswers({ answers }: Findings, { ask, schema }: RowSpec): readonly GivenRow[] {
  if (ask.task.rows === "many" && !answers.some(({ found }) => found)) return []
  const cells = new Map<string, ReportedCell>()
  const quotes = new Map<string, readonly Quote[]>()
  for (const [index, { name }] of schema.columns.entries()) {
    const { found, answer, unread, quotes: own } = answers[index]!
    if (unread) continue
    const texts = own.map(({ text }) => text)
    const status = found ? "found" : "not-found"
    cells.set(name, { status, value: found ? answer : null, written: "", quotes: texts })
    quotes.set(name, own)
  }
  return [{ reported: { number: undefined, cells }, quotes }]
}

/** The agent's own places where they are right: a text may stand in a document more than once. */
function withPlaces(
  cell: TableCell,
  given: readonly Quote[] | undefined,
  text: { readonly value: string; readonly start: number },
): TableCell {
  if (given === undefined || given.length === 0 || cell.quotes.length === 0) return cell
  const holds = (quote: Quote) =>
    text.value.slice(quote.start - text.start, quote.end - text.start) === quote.text
  return given.every(holds) ? { ...cell, quotes: given } : cell
}
