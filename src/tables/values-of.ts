import type { FoundRow, JSONValue, TableColumn } from "../contracts"

/** The values of a row: those that were found, and null where a column that may be null was not. */
export function valuesOf(
  { cells }: Pick<FoundRow, "cells">,
  columns: readonly TableColumn[],
): Readonly<Record<string, JSONValue>> {
  const entries = columns.flatMap(({ name, nullable }): readonly (readonly [string, JSONValue])[] => {
    const cell = cells[name]
    if (cell?.status === "found") return [[name, cell.value]]
    return nullable && cell?.status === "not-found" ? [[name, null]] : []
  })
  return Object.fromEntries(entries)
}
