import type { TableColumn } from "../../contracts"
import { shortForm } from "./cells/make-row"
import type { ColumnKeys } from "./reply/column-keys"
import type { ReportedRow } from "./reply/reported"

/** Columns by which a row is known again. */
const mostColumns = 6

/** A row that was reported before, on one line. */
export function rowLine(
  { cells }: ReportedRow,
  number: number,
  columns: readonly TableColumn[],
  keys: ColumnKeys,
): string {
  const values = columns.flatMap((column) => {
    const cell = cells.get(column.name)
    return cell === undefined || cell.status === "not-found"
      ? []
      : [`${keys.keyOf(column)} ${shortForm(cell.value)}`]
  })
  return `Row ${number}: ${values.slice(0, mostColumns).join(", ")}`
}
