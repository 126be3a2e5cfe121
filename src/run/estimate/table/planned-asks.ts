import type { RowTask, TableColumn } from "../../../contracts"
import { mostColumns } from "../../../tables/plan/column-plan"
import type { RowAsk } from "../../../tables/read/ask/row-form"
import { columnKeys } from "../../../tables/read/reply/column-keys"
import type { RowAsks } from "./rows"

/** Words of the description of a long column. */
const long = "word ".repeat(40).trim()

/** The shortest plan of columns that there is, and a long one, with one row a document or many. */
export function plannedAsks(
  question: string,
  rows?: RowTask["rows"],
  passes = 1,
): { readonly asks: RowAsks; readonly textColumns: number } {
  const column = (index: number, description?: string): TableColumn => ({
    name: `c${index}`,
    ...(description !== undefined && { description }),
    type: "text",
    required: false,
    nullable: true,
    schema: { type: "string" },
  })
  const askOf = (columns: readonly TableColumn[], kind: RowTask["rows"]): RowAsk => ({
    task: { columns, rows: rows ?? kind },
    keys: columnKeys(columns),
    question,
    examples: undefined,
  })
  const many = Array.from({ length: mostColumns }, (_, index) => column(index, long))
  const asks = { least: askOf([column(0)], "document"), most: askOf(many, "many"), passes }
  return { asks, textColumns: mostColumns }
}
