import type { JSONValue, TableCell, TableColumn, TableRow } from "../../src/contracts"

/** Columns from their names and types. */
export function tableColumns(types: Readonly<Record<string, TableColumn["type"]>>): readonly TableColumn[] {
  return Object.entries(types).map(([name, type]) => ({
    name,
    type,
    required: false,
    nullable: true,
    schema: {},
  }))
}

/** A row a document, `d0` and so on; a value left out was not found. */
export function tableRows(
  columns: readonly TableColumn[],
  values: readonly (readonly (JSONValue | undefined)[])[],
): readonly TableRow[] {
  return values.map((row, at) => tableRow(columns, row, `d${at}`, 0))
}

export function tableRow(
  columns: readonly TableColumn[],
  values: readonly (JSONValue | undefined)[],
  documentId: string,
  index: number,
): TableRow {
  const cells = columns.map(({ name }, at): [string, TableCell] => {
    const value = values[at]
    if (value === undefined) return [name, { status: "not-found", value: null, quotes: [] }]
    return [name, { status: "found", value, quotes: [], support: "quoted" }]
  })
  const found = cells.filter(([, { status }]) => status === "found")
  return {
    documentId,
    title: documentId,
    index,
    status: "answered",
    values: Object.fromEntries(found.map(([name, { value }]) => [name, value])),
    cells: Object.fromEntries(cells),
  }
}
