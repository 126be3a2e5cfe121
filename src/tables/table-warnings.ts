import type { TableCell, TableRow, Warning } from "../contracts"

/** What the reader of a table should know of its rows. */
export function tableWarnings(rows: readonly TableRow[]): readonly Warning[] {
  if (rows.length === 0) {
    return [
      { code: "table-empty", message: "The table has no row: no document was asked, or none holds one." },
    ]
  }
  return [
    ...cellWarning(
      rows,
      "cells-unsupported",
      ({ support }) => support === "unsupported",
      (count) => `${count} do not follow from their quotes; their cells say so.`,
    ),
    ...cellWarning(
      rows,
      "cells-invalid",
      ({ status }) => status === "invalid",
      (count) => `${count} are refused by the schema, also when asked for once more; their cells say why.`,
    ),
    ...rowWarning(rows),
  ]
}

function cellWarning(
  rows: readonly TableRow[],
  code: Warning["code"],
  isMeant: (cell: TableCell) => boolean,
  message: (count: string) => string,
): readonly Warning[] {
  let count = 0
  const documentIds = new Set<string>()
  for (const { documentId, cells } of rows) {
    const meant = Object.values(cells).filter(isMeant).length
    if (meant > 0) documentIds.add(documentId)
    count += meant
  }
  if (count === 0) return []
  return [
    { code, message: message(count === 1 ? "1 value" : `${count} values`), documentIds: [...documentIds] },
  ]
}

function rowWarning(rows: readonly TableRow[]): readonly Warning[] {
  const refused = rows.filter(({ problem }) => problem !== undefined)
  if (refused.length === 0) return []
  const count = refused.length === 1 ? "1 row is" : `${refused.length} rows are`
  const documentIds = [...new Set(refused.map(({ documentId }) => documentId))]
  const message = `${count} refused by a check of the whole row, also when asked for once more.`
  return [{ code: "rows-refused", message, documentIds }]
}
