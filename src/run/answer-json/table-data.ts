import type { ColumnType, Quote, TableCell, TableColumn, TableRow, ValueMapping } from "../../contracts"
import { InvalidArgumentError } from "../../errors"
import { quoteData } from "../../runtime/check/data"
import { type Check, isRecord, listOf, optional, shape } from "../../runtime/check/options"
import { integerFrom, oneOf, text, valueThat, yesOrNo } from "../../runtime/check/values"
import { atOffsets } from "./at-offsets"

/** What an answer's table has of its own; its documents are the answer's. */
export interface TableJSON {
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
  readonly mappings: readonly ValueMapping[]
}

const object = <T>(): Check<T> => valueThat<T>("an object", isRecord)
const json = <T>(): Check<T> => valueThat<T>("a value of JSON", (value) => value !== undefined)

const column = shape<TableColumn>({
  name: text,
  description: optional(text),
  type: oneOf<ColumnType>("text", "number", "integer", "boolean", "date", "choice", "list", "object"),
  unit: optional(text),
  choices: optional(listOf(text)),
  required: yesOrNo,
  nullable: yesOrNo,
  schema: object(),
})

const quote: Check<Quote> = (value, path) => {
  const checked = quoteData(value, path)
  atOffsets(checked, checked.text.length, path)
  return checked
}

const cell = shape<TableCell>({
  status: oneOf("found", "not-found", "unread", "invalid"),
  value: json(),
  written: optional(text),
  quotes: listOf(quote),
  unverifiedQuotes: optional(integerFrom(0)),
  support: optional(oneOf("quoted", "computed", "unsupported")),
  problem: optional(text),
})

const row = shape<Omit<TableRow, "cells">>({
  documentId: text,
  title: text,
  metadata: optional(object<NonNullable<TableRow["metadata"]>>()),
  index: integerFrom(0),
  status: oneOf("answered", "not-found", "partial", "failed", "skipped"),
  values: object(),
  problem: optional(text),
})

const fields = shape<TableJSON>({
  columns: listOf(column),
  rows: listOf(row as Check<TableRow>),
  mappings: listOf(
    shape<ValueMapping>({ column: text, from: json(), to: json(), by: oneOf("rule", "model") }),
  ),
})

/** Every row has a cell a column, with quotes that are as long as their offsets say. */
export const tableData: Check<TableJSON> = (value, path) => {
  const { columns, rows, mappings } = fields(value, path)
  for (const [at, { cells }] of rows.entries()) {
    const place = `${path}.rows[${at}].cells`
    if (!isRecord(cells)) throw new InvalidArgumentError(place, cells, "an object")
    for (const { name } of columns) {
      const own = Object.hasOwn(cells, name) ? cells[name] : undefined
      cell(own, `${place}[${JSON.stringify(name)}]`)
    }
  }
  return { columns, rows, mappings }
}
