import type { ReportForm } from "../../../agent/report-form"
import type { RowTask, TableColumn } from "../../../contracts"
import type { ColumnKeys } from "../reply/column-keys"
import { type RowReply, rowReplySchema } from "../reply/row-reply"
import { columnLines, rowInstructions } from "./prompt"

/** What a table asks of every document, the same for all. */
export interface RowAsk {
  readonly task: RowTask
  readonly keys: ColumnKeys
  readonly question: string | undefined
  /** As the rules show them. */
  readonly examples: string | undefined
}

/** Rows of these columns, which may be some of the table's: all are named in the rules, so that all are searched for. */
export function rowForm(
  { task, keys, question, examples }: RowAsk,
  columns: readonly TableColumn[],
  part?: string,
): ReportForm<RowReply> {
  const asked = askedFor(columns, keys)
  return {
    instructions: (settings, isWhole) =>
      rowInstructions({ task, keys, question, examples, settings, isWhole }),
    asked: part === undefined ? asked : `${part}\n${asked}`,
    texts: [question ?? "", examples ?? "", columnLines(task.columns, keys)],
    schema: (state) => rowReplySchema({ rows: task.rows, columns, keys }, state),
    reports: ({ rows }) => rows !== undefined,
  }
}

/** The columns of one reply, in words. */
export function askedFor(columns: readonly TableColumn[], keys: ColumnKeys): string {
  return `Columns of this report:\n${columnLines(columns, keys)}`
}
