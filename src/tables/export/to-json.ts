import type { TableCell, TableData, TableExportOptions } from "../../contracts"
import type { JSONValue } from "../../contracts/json"
import { cellOf } from "./grid"

/** One object a row: its document, its values (null where nothing was found) and, where asked for, their quotes and places. */
export function tableToJSON(data: TableData<object>, options: TableExportOptions = {}): JSONValue {
  const { quotes = false, citations = false } = options
  return data.rows.map((row): JSONValue => {
    const ofColumns = (read: (cell: TableCell | undefined) => JSONValue): JSONValue =>
      Object.fromEntries(data.columns.map(({ name }) => [name, read(cellOf(row, name))]))
    return {
      documentId: row.documentId,
      title: row.title,
      status: row.status,
      index: row.index,
      values: ofColumns((cell) => (cell?.status === "found" ? cell.value : null)),
      ...(quotes && { quotes: ofColumns((cell) => (cell?.quotes ?? []).map(({ text }) => text)) }),
      ...(citations && {
        citations: ofColumns((cell) =>
          (cell?.quotes ?? []).map(({ chunkId, start, end }) => ({ chunkId, start, end })),
        ),
      }),
    }
  })
}
