import type { Steps } from "../../runtime/yield"
import { type QueriedRow, type QueryColumn, queryTable, quoteName } from "./columns"
import type { Database } from "./engine/database"

export function createTable(database: Database, columns: readonly QueryColumn[]): void {
  const defined = columns.map(({ name, type }) => `${quoteName(name)} ${type}`)
  database.run(`CREATE TABLE ${queryTable} (${defined.join(", ")})`)
}

/** Fills the columns that are asked for; the row's number is its position in the table. */
export function* loadRows(
  database: Database,
  columns: readonly QueryColumn[],
  rows: readonly QueriedRow[],
  rowNumber: string | undefined,
): Steps<void> {
  const wanted = columns.filter(({ name }) => database.guard.columns.has(name.toLowerCase()))
  const names = [
    ...(rowNumber === undefined ? [] : [rowNumber]),
    ...wanted.map(({ name }) => quoteName(name)),
  ]
  if (names.length === 0) names.push(quoteName(columns[0]!.name))
  const places = names.map(() => "?").join(", ")
  const insert = database.prepareOwn(`INSERT INTO ${queryTable} (${names.join(", ")}) VALUES (${places})`)
  const first = rowNumber === undefined ? 1 : 2
  database.run("BEGIN")
  for (const [index, row] of rows.entries()) {
    if (rowNumber !== undefined) insert.bind(1, BigInt(index))
    for (let at = 0; at < wanted.length; at++) insert.bind(first + at, wanted[at]!.valueOf(row))
    insert.step()
    insert.reset()
    yield
  }
  database.run("COMMIT")
}

/** An upper bound of the bytes of the rows, and of the largest of them. */
export function* sizeOfRows(
  columns: readonly QueryColumn[],
  rows: readonly QueriedRow[],
): Steps<{ readonly total: number; readonly largest: number }> {
  let total = 0
  let largest = 0
  for (const row of rows) {
    let size = 0
    for (const column of columns) {
      const value = column.valueOf(row)
      size += 9 + (typeof value === "string" ? mostBytesOf(value) : 0)
    }
    total += size
    largest = Math.max(largest, size)
    yield
  }
  return { total, largest }
}

/** Units up to which their number is enough. */
const countedFrom = 1_000

/** Of a text in UTF-8, which has three bytes at most for a unit of UTF-16. */
function mostBytesOf(text: string): number {
  if (text.length < countedFrom) return 3 * text.length
  let bytes = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
  }
  return bytes
}
