import type {
  Findings,
  FoundRow,
  JSONValue,
  StoredDocument,
  TableCell,
  TableColumn,
  TaskAnswer,
} from "../../contracts"
import { reportOf } from "../../evidence/findings-protocol"
import type { RowState } from "./row-state"

/** Values of one column that an answer names, and quotes that it keeps. */
const mostValues = 50
const mostQuotes = 12

/** The findings that rows come to: each column is a task, and what it holds the answer. */
export function rowFindings(
  document: StoredDocument,
  columns: readonly TableColumn[],
  {
    searches,
    rows: found,
    stopReason,
    isComplete,
  }: Pick<RowState, "searches" | "rows" | "stopReason" | "isComplete">,
): Findings {
  const rows = isComplete ? found : found.map(withUnread)
  const answers = columns.map((column, index) => answerOf(column, index + 1, rows, isComplete))
  return {
    documentId: document.id,
    title: document.title,
    relevance: answers.filter((answer) => answer.found).length / answers.length,
    report: reportOf(answers),
    answers,
    rows,
    searches,
    stopReason,
  }
}

/** What was not looked for to the end is not "not found". */
function withUnread(row: FoundRow): FoundRow {
  const cells = Object.entries(row.cells).map(([name, cell]): readonly [string, TableCell] => [
    name,
    cell.status === "not-found" ? { ...cell, status: "unread" } : cell,
  ])
  return { ...row, cells: Object.fromEntries(cells) }
}

function answerOf(
  column: TableColumn,
  task: number,
  rows: readonly FoundRow[],
  isComplete: boolean,
): TaskAnswer {
  const cells = rows.map((row) => row.cells[column.name]!)
  const found = cells.filter(({ status, support }) => status === "found" && support !== "unsupported")
  const unverifiedQuotes = cells.reduce((sum, cell) => sum + (cell.unverifiedQuotes ?? 0), 0)
  const counted = unverifiedQuotes > 0 ? { unverifiedQuotes } : {}
  if (found.length > 0) {
    const quotes = found.flatMap((cell) => cell.quotes).slice(0, mostQuotes)
    return { task, found: true, answer: valuesText(found, column), quotes, ...counted }
  }
  const unsupported = cells.filter(({ status }) => status === "found")
  const isUnread = cells.length === 0 ? !isComplete : cells.some(({ status }) => status === "unread")
  return {
    task,
    found: false,
    answer: "",
    quotes: [],
    ...(unsupported.length > 0 && { unsupported: valuesText(unsupported, column) }),
    ...(isUnread && { unread: true as const }),
    ...counted,
  }
}

/** The values of a column as text, with its unit. */
function valuesText(cells: readonly TableCell[], { unit }: TableColumn): string {
  const values = [...new Set(cells.map(({ value }) => textOf(value)))]
  const more = values.length > mostValues ? `; and ${values.length - mostValues} more` : ""
  const named = values.slice(0, mostValues).map((value) => (unit === undefined ? value : `${value} ${unit}`))
  return `${named.join("; ")}${more}`
}

function textOf(value: JSONValue): string {
  return typeof value === "string" ? value : JSON.stringify(value)
}
