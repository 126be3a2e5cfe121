import type { ExampleRow, JSONValue, RowTask, TableExample } from "../contracts"
import { InvalidArgumentError } from "../errors"
import { locateQuote } from "../evidence/quotes/locate-quote"
import { isRecord } from "../runtime/check/options"
import type { ColumnKeys } from "./read/reply/column-keys"
import type { TableSchema } from "./schema/table-schema"

/**
 * Examples as the rules show them, in the shape of a reply; undefined where there are none.
 *
 * @throws InvalidArgumentError that names the example and the column: a quote that its text does not hold, a value that
 * the schema refuses
 */
export async function examplesInWords(
  examples: readonly TableExample[],
  {
    schema,
    keys,
    rows,
  }: { readonly schema: TableSchema; readonly keys: ColumnKeys; readonly rows: RowTask["rows"] },
): Promise<string | undefined> {
  if (examples.length === 0) return undefined
  const parts: string[] = []
  for (const [index, example] of examples.entries()) {
    const at = `examples[${index}]`
    const given = rowsOf(example, at, rows)
    const shown: object[] = []
    for (const { row, path } of given) shown.push(await checkedRow(row, path, example.text, schema, keys))
    const report = rows === "many" ? { rows: shown } : { row: shown[0] }
    parts.push(`Text:\n${example.text}\nReport:\n${JSON.stringify(report)}`)
  }
  return `# Examples (of other texts: report nothing of them)\n${parts.join("\n\n")}`
}

interface GivenRow {
  readonly row: ExampleRow
  readonly path: string
}

function rowsOf(example: TableExample, at: string, rows: RowTask["rows"]): readonly GivenRow[] {
  if (!isRecord(example)) throw new InvalidArgumentError(at, example, "an example: a text with its row")
  const { text, row, rows: several } = example
  if (typeof text !== "string" || text.trim() === "")
    throw new InvalidArgumentError(`${at}.text`, text, "a text")
  const name = rows === "many" ? "rows" : "row"
  const given = rows === "many" ? several : row
  if (given === undefined || (rows === "many" ? row : several) !== undefined) {
    throw new InvalidArgumentError(
      `${at}.${name}`,
      given,
      `given, and nothing else, with rows: ${JSON.stringify(rows)}`,
    )
  }
  const list: unknown = rows === "many" ? given : [given]
  if (!Array.isArray(list) || !list.every(isRecord)) {
    throw new InvalidArgumentError(`${at}.${name}`, given, rows === "many" ? "an array of rows" : "a row")
  }
  return list.map((one, index) => ({
    row: one as ExampleRow,
    path: rows === "many" ? `${at}.rows[${index}]` : `${at}.row`,
  }))
}

async function checkedRow(
  row: ExampleRow,
  path: string,
  text: string,
  { columns, check }: TableSchema,
  keys: ColumnKeys,
): Promise<object> {
  const known = new Set(columns.map(({ name }) => name))
  const values = new Map<string, JSONValue>()
  for (const [name, cell] of Object.entries(row)) {
    if (!known.has(name)) throw new InvalidArgumentError(`${path}.${name}`, name, "a column of the table")
    if (!isRecord(cell)) throw new InvalidArgumentError(`${path}.${name}`, cell, "a value with its quotes")
    values.set(name, cell.value as JSONValue)
    for (const quote of [cell.quotes].flat()) {
      if (typeof quote === "string" && locateQuote(quote, text) !== undefined) continue
      throw new InvalidArgumentError(
        `${path}.${name}.quotes`,
        quote,
        "quotes that stand in the example's text",
      )
    }
  }
  const { problems } = await check(values)
  for (const [name, why] of problems) {
    throw new InvalidArgumentError(
      `${path}.${name}.value`,
      values.get(name),
      `a value of its column (${why})`,
    )
  }
  const entries = columns.map((column) => {
    const cell = row[column.name]
    const entry =
      cell === undefined
        ? { written: "", quotes: [], status: "not-found", value: "" }
        : { written: writtenOf(cell), quotes: [cell.quotes].flat(), status: "found", value: cell.value }
    return [keys.keyOf(column), entry]
  })
  return Object.fromEntries(entries)
}

/** The value, where it is words of its quotes. */
function writtenOf({
  value,
  quotes,
}: {
  readonly value: unknown
  readonly quotes: string | readonly string[]
}): string {
  const isWritten = typeof value === "string" && [quotes].flat().some((quote) => quote.includes(value))
  return isWritten ? value : ""
}
