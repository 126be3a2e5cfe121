import type { TableColumn } from "../../../contracts"

/** Columns of one reply: more are kept apart less well, and their quotes need not fit the output. */
const mostColumns = 20
/** Output that an entry with its quotes may take. */
const entryTokens = 250

/** The columns, as many a reply as its output has room for. */
export function columnGroups(
  columns: readonly TableColumn[],
  maxOutputTokens: number,
): readonly (readonly TableColumn[])[] {
  const size = Math.max(1, Math.min(mostColumns, Math.floor(maxOutputTokens / entryTokens)))
  const count = Math.ceil(columns.length / size)
  // Groups of one size: a last one of a single column would cost a call like the others.
  const even = Math.ceil(columns.length / count)
  return Array.from({ length: count }, (_, index) => columns.slice(index * even, (index + 1) * even))
}
