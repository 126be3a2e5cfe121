import type { RowCheck } from "../../../contracts"
import type { TableSchema } from "../../schema/table-schema"
import type { RowAsk } from "./row-form"

/** Everything about a table's rows that is the same for every document. */
export interface RowSpec {
  readonly ask: RowAsk
  readonly schema: TableSchema
  /** Readings of each passage where a document has many rows; a later one looks for rows that were missed. */
  readonly passes: number
  readonly validate: RowCheck | undefined
}
