import type { DocumentOutcome, TableCell, TaskAnswer } from "../../contracts"
import type { Answer } from "../../contracts/answer"
import type { Table } from "../../contracts/table"
import { coverageOf } from "../../evidence/coverage"
import { type PositionOf, reportQuote } from "./documents"
import type { KnownTexts } from "./passages"
import type { CellState, ReportCell, ReportGrid, ReportRow } from "./types"
import { valueText } from "./values"

/** The matrix tasks x documents of an answer. */
export function taskGrid(answer: Answer, texts: KnownTexts): ReportGrid {
  const { cells } = coverageOf(answer)
  const rows = answer.documents.map((outcome, document): ReportRow => {
    const byTask = answersByTask(outcome)
    return {
      document,
      cells: answer.plan.tasks.map((_, task) =>
        taskCell(cells[task]![document]!, byTask.get(task + 1), texts),
      ),
    }
  })
  return { kind: "tasks", columns: answer.plan.tasks.map((title) => ({ title })), rows }
}

function answersByTask(outcome: DocumentOutcome): ReadonlyMap<number, TaskAnswer> {
  const answers = "findings" in outcome ? outcome.findings.answers : []
  return new Map(answers.map((answer) => [answer.task, answer]))
}

function taskCell(state: CellState, answer: TaskAnswer | undefined, texts: KnownTexts): ReportCell {
  if (answer === undefined) return { state, value: "" }
  const notes = [
    answer.unsupported === undefined
      ? []
      : [`Left out, since nothing that was read says it: ${answer.unsupported}`],
    unverified(answer.unverifiedQuotes),
    (answer.refusedQuotes ?? []).map(({ text, documentId }) => {
      return documentId === undefined
        ? `Left out: “${text}”`
        : `Left out: “${text}”, which stands in ${documentId}.`
    }),
    answer.quotes.some(({ foundByLibrary }) => foundByLibrary) ? ["The quote was found by the library."] : [],
  ].flat()
  return { state, value: answer.answer, ...extras(notes, answer.quotes, texts) }
}

/** The rows of a table, and a row for each document that has none. */
export function tableGrid(
  table: Pick<Table, "columns" | "rows" | "documents">,
  positionOf: PositionOf,
  texts: KnownTexts,
): ReportGrid {
  const { columns } = table
  const rows = table.rows.map(
    ({ documentId, cells }): ReportRow => ({
      document: positionOf(documentId),
      cells: columns.map(({ name }) => tableCell(cells[name], texts)),
    }),
  )
  const withRows = new Set(rows.map(({ document }) => document))
  const without = table.documents.flatMap(({ status }, document): readonly ReportRow[] => {
    if (withRows.has(document)) return []
    const state = status === "answered" || status === "not-found" ? "not-found" : "unread"
    return [{ document, cells: columns.map(() => ({ state, value: "" })) }]
  })
  return {
    kind: "table",
    columns: columns.map(({ name, description, unit }) => ({
      title: unit === undefined ? name : `${name} (${unit})`,
      detail: description,
    })),
    // Stable: rows of one document keep their order.
    rows: [...rows, ...without].sort((a, b) => a.document - b.document),
  }
}

function tableCell(cell: TableCell | undefined, texts: KnownTexts): ReportCell {
  if (cell === undefined) return { state: "unread", value: "" }
  const notes = [
    cell.support === "computed" ? ["Worked out from the quotes; it does not stand there as such."] : [],
    cell.support === "unsupported" ? ["Nothing in the quotes supports this value."] : [],
    cell.written === undefined ? [] : [`As written: ${cell.written}`],
    cell.problem === undefined ? [] : [cell.problem],
    unverified(cell.unverifiedQuotes),
  ].flat()
  return { state: cell.status, value: valueText(cell.value), ...extras(notes, cell.quotes, texts) }
}

const unverified = (count = 0): readonly string[] =>
  count === 0
    ? []
    : [`${count} ${count === 1 ? "quote" : "quotes"} that the document does not hold left out.`]

/** Kept out of the page's data where there are none. */
function extras(
  notes: readonly string[],
  quotes: TaskAnswer["quotes"],
  texts: KnownTexts,
): Pick<ReportCell, "notes" | "quotes"> {
  return {
    ...(notes.length > 0 && { notes }),
    ...(quotes.length > 0 && { quotes: quotes.map((quote) => reportQuote(quote, texts)) }),
  }
}
