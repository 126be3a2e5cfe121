import type { Conversation } from "../../agent/conversation"
import type { DocumentRead } from "../../agent/read-document"
import type { FoundRow } from "../../contracts"
import { columnGroups } from "./ask/groups"
import { askedFor } from "./ask/row-form"
import type { RowSpec } from "./ask/row-spec"
import { askReport } from "./ask-report"
import { faultOf, type RowFault, settled } from "./cells/faults"
import { type MadeRow, makeRow, type Shown } from "./cells/make-row"
import type { ReportedRow } from "./reply/reported"
import { rowLine } from "./reported-lines"

/** Rows that one request asks for once more. */
const mostRows = 10

/** Rows, and where they were read. */
export interface RowsOfPart {
  readonly spec: RowSpec
  readonly read: DocumentRead
  readonly conversation: Conversation
  /** The words that end the conversation. */
  readonly asked: string
  readonly shown: Shown
}

/**
 * The rows after what their schema or the user's own check refuses was asked for once more, with what was wrong with it.
 * What is still refused stays as it is and says so.
 */
export async function repaired(part: RowsOfPart, rows: readonly MadeRow[]): Promise<readonly FoundRow[]> {
  const { spec, read, shown } = part
  const { document, signal } = read
  const faults: RowFault[] = []
  for (const [index, row] of rows.entries()) {
    const fault = await faultOf(row, index, document, spec)
    if (fault !== undefined) faults.push(fault)
  }
  const later = new Map<number, ReportedRow>()
  for (let from = 0; from < faults.length; from += mostRows) {
    for (const [index, row] of await askAgain(part, rows, faults.slice(from, from + mostRows)))
      later.set(index, row)
  }
  const result = rows.map(({ row }) => row)
  for (const { index, ...fault } of faults) {
    const again = later.get(index)
    if (again === undefined) {
      result[index] = settled(rows[index]!, { index, ...fault })
      continue
    }
    const made = await makeRow(withCells(rows[index]!.reported, again), spec.schema, shown, signal)
    result[index] = settled(made, await faultOf(made, index, document, spec))
  }
  return result
}

/** What the model gives in place of the faulty columns, by the row's position. */
async function askAgain(
  { spec, read, conversation, asked }: RowsOfPart,
  rows: readonly MadeRow[],
  faults: readonly RowFault[],
): Promise<ReadonlyMap<number, ReportedRow>> {
  const { keys, task } = spec.ask
  const isMany = task.rows === "many"
  const names = new Set(faults.flatMap(({ columns }) => columns.map(({ name }) => name)))
  const columns = spec.schema.columns.filter(({ name }) => names.has(name))
  const remarks = faults.flatMap(({ index, words }) => [
    ...(isMany ? [rowLine(rows[index]!.reported, index + 1, spec.schema.columns, keys)] : []),
    ...words.map((line) => `- ${line}`),
  ])
  const found = new Map<number, ReportedRow>()
  for (const group of columnGroups(columns, read.settings.maxOutputTokens)) {
    const which = isMany ? 'Report these rows once more, "row" being their number' : "Report once more"
    const now = `That report can't be used:\n${remarks.join("\n")}\n\n${which}, from the passages alone. ${askedFor(group, keys)}`
    const form = { rows: task.rows, columns: group, keys, isNumbered: isMany }
    const { reply } = await askReport(read, conversation, { before: asked, now }, form)
    for (const row of reply?.rows ?? []) {
      const index = isMany ? (row.number ?? 0) - 1 : 0
      if (!faults.some((fault) => fault.index === index)) continue
      const before = found.get(index)
      found.set(index, before === undefined ? row : withCells(before, row))
    }
  }
  return found
}

/** A row with the cells of a later report in place of its own. */
export function withCells(row: ReportedRow, later: ReportedRow): ReportedRow {
  return { number: row.number, cells: new Map([...row.cells, ...later.cells]) }
}
