import type { FoundRow, StoredDocument, TableColumn } from "../../../contracts"
import { valuesOf } from "../../values-of"
import type { RowSpec } from "../ask/row-spec"
import { type MadeRow, shortForm } from "./make-row"

/** What is wrong with a row, in words for the model. */
export interface RowFault {
  /** Position among the rows, from 0. */
  readonly index: number
  /** Those to report once more: what the schema refuses, or all where the row as a whole is refused. */
  readonly columns: readonly TableColumn[]
  readonly words: readonly string[]
  /** Why the row as a whole is refused. */
  readonly ofRow: string | undefined
}

/** Characters of one remark that the model is shown. */
const mostCharacters = 400

/** The fault of a row, by its schema and the user's own check; undefined where there is none. */
export async function faultOf(
  made: MadeRow,
  index: number,
  document: StoredDocument,
  { schema, validate, ask }: RowSpec,
): Promise<RowFault | undefined> {
  const refused = schema.columns.filter(({ name }) => made.problems.has(name))
  const words = refused.map((column) => {
    const came = shortForm(made.reported.cells.get(column.name)?.value)
    return cut(`${ask.keys.keyOf(column)}: you gave ${came}; ${made.problems.get(column.name)}`)
  })
  const remarks = [made.row.problem, await refusal(made.row, document, schema.columns, validate)]
  const ofRow = remarks.filter((remark) => remark !== undefined).join("; ") || undefined
  if (ofRow === undefined && words.length === 0) return undefined
  if (ofRow === undefined) return { index, columns: refused, words, ofRow }
  return { index, columns: schema.columns, words: [...words, cut(`the row: ${ofRow}`)], ofRow }
}

/** The row as it stays, with what is still wrong with it. */
export function settled({ row }: MadeRow, fault: RowFault | undefined): FoundRow {
  const { cells } = row
  return fault?.ofRow === undefined ? { cells } : { cells, problem: fault.ofRow }
}

async function refusal(
  row: FoundRow,
  { id, title, metadata }: StoredDocument,
  columns: readonly TableColumn[],
  validate: RowSpec["validate"],
): Promise<string | undefined> {
  if (validate === undefined) return undefined
  const values = valuesOf(row, columns)
  const words = await validate({ documentId: id, title, metadata, values, cells: row.cells })
  return typeof words === "string" && words.trim() !== "" ? words : undefined
}

function cut(words: string): string {
  const line = words.replace(/\s+/g, " ")
  return line.length <= mostCharacters ? line : `${line.slice(0, mostCharacters).toWellFormed()}...`
}
