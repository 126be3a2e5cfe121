import type { ColumnType, TableCell, TableData, TableExportOptions, TableRow } from "../../contracts"
import type { JSONValue } from "../../contracts/json"

export type GridValue = string | number | boolean | null

/** A table as every export writes it: one line a row, and what a line has in each place. */
export interface Grid {
  readonly header: readonly string[]
  /** Of the values in each place; `text` where it is no column of the table. */
  readonly types: readonly ColumnType[]
  lines(): Generator<readonly GridValue[], void, void>
}

interface GridColumn {
  readonly name: string
  readonly type: ColumnType
  readonly valueOf: (row: ExportedRow) => GridValue
}

type ExportedRow = TableRow<object>

/** Columns of the document, then each of the table's with its quotes and citations behind it where they are asked for. */
export function tableGrid(data: TableData<object>, options: TableExportOptions): Grid {
  const { quotes = false, citations = false } = options
  const ofDocuments: readonly GridColumn[] = [
    { name: "document_id", type: "text", valueOf: ({ documentId }) => documentId },
    { name: "title", type: "text", valueOf: ({ title }) => title },
    { name: "status", type: "text", valueOf: ({ status }) => status },
    // Where each document has one row, it says nothing.
    ...(data.rows.some(({ index }) => index > 0)
      ? [{ name: "row_index", type: "integer" as const, valueOf: ({ index }: ExportedRow) => index }]
      : []),
  ]
  const columns = data.columns.flatMap(({ name, type }): readonly GridColumn[] => [
    { name, type, valueOf: (row) => gridValue(cellOf(row, name)) },
    ...(quotes ? [{ name: `${name} quotes`, type: "text" as const, valueOf: quotesOf(name) }] : []),
    ...(citations ? [{ name: `${name} citations`, type: "text" as const, valueOf: citationsOf(name) }] : []),
  ])
  const all = [...ofDocuments, ...columns]
  return {
    header: all.map(({ name }) => name),
    types: all.map(({ type }) => type),
    *lines() {
      for (const row of data.rows) yield all.map((column) => column.valueOf(row))
    },
  }
}

export function cellOf({ cells }: Pick<ExportedRow, "cells">, name: string): TableCell | undefined {
  return Object.hasOwn(cells, name) ? cells[name] : undefined
}

/** Null where nothing was found; lists and objects are JSON. */
function gridValue(cell: TableCell | undefined): GridValue {
  const value: JSONValue = cell?.status === "found" ? cell.value : null
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value
}

const quotesOf =
  (name: string) =>
  (row: ExportedRow): string =>
    (cellOf(row, name)?.quotes ?? []).map(({ text }) => text).join("\n")

/** Chunk, and where in the document the quote stands: from its first to behind its last UTF-16 unit. */
const citationsOf =
  (name: string) =>
  (row: ExportedRow): string =>
    (cellOf(row, name)?.quotes ?? [])
      .map(({ chunkId, start, end }) => `${chunkId}:${start}-${end}`)
      .join("\n")
