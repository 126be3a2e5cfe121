import { folded, type QueriedRow, type QueryColumn } from "../columns"
import type { SQLValue } from "../engine/statement"
import type { Origins, Values } from "./trace"

/** The rows of the documents that a column of the result names; undefined where it has none such. */
export function namedOrigins(
  result: { readonly columns: readonly string[]; readonly rows: readonly Values[] },
  rows: readonly QueriedRow[],
  [documentId, , rowIndex]: readonly QueryColumn[],
): Origins | undefined {
  const place = (column: QueryColumn | undefined) =>
    result.columns.findIndex((name) => folded(name) === column?.name)
  const idAt = place(documentId)
  const indexAt = place(rowIndex)
  if (idAt < 0) return undefined
  const known = new Map<SQLValue, number[]>()
  for (const [index, row] of rows.entries()) {
    const numbers = known.get(row.documentId)
    if (numbers === undefined) known.set(row.documentId, [index])
    else numbers.push(index)
  }
  const origins = result.rows.map((values) => {
    const ofDocument = known.get(values[idAt]!) ?? []
    return indexAt < 0 ? ofDocument : ofDocument.filter((index) => rows[index]!.index === values[indexAt])
  })
  return origins.every((numbers) => numbers.length > 0) ? origins : undefined
}
