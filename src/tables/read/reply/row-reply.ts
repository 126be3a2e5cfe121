import type { AgentTurn } from "../../../agent/reply/agent-reply"
import { readTurn } from "../../../agent/reply/read-reply"
import { checkedSearch, type ReplyState, turnSchema } from "../../../agent/reply/schema"
import { objectsIn } from "../../../calls/json/objects-in"
import type { Reading, ReplySchema } from "../../../calls/reply-schema"
import type { JSONSchema, JSONValue, RowTask, TableColumn } from "../../../contracts"
import { valueSchema } from "../../schema/value-schema"
import type { ColumnKeys } from "./column-keys"
import { readRows } from "./read-rows"
import type { ReportedCell, ReportedRow } from "./reported"

/** A turn of an agent that reports rows. */
export interface RowReply extends AgentTurn {
  /** Undefined where it reports none; an empty list says that the document holds none. */
  readonly rows: readonly ReportedRow[] | undefined
}

export interface RowReplyForm {
  readonly rows: RowTask["rows"]
  /** The columns that are reported in this reply. */
  readonly columns: readonly TableColumn[]
  readonly keys: ColumnKeys
  /** Asks of each row which row of an earlier report it is. */
  readonly isNumbered?: boolean | undefined
}

/** Rows and columns that a problem names. */
const mostNamed = 20

/**
 * The shape of a report of rows, made for the columns: one required entry a column, its words and quotes before its value, so
 * that a model held by a grammar leaves none out and finds its evidence before it writes. The words come first: a small
 * model whose first field are whole sentences takes one from somewhere, and then its value from there.
 */
export function rowReplySchema(form: RowReplyForm, state: ReplyState): ReplySchema<RowReply> {
  return {
    json: jsonOf(form, state, entrySchema),
    get brief() {
      return { json: jsonOf(form, state, briefEntrySchema), remark: briefRemark }
    },
    isList: form.rows === "many",
    read: (value) => checked(readReply(value, form), form, state),
    join: (later, earlier) => checked(joined(later, earlier, form), form, state),
  }
}

const briefRemark = 'Leave "quotes" out: give each column its "written", "status" and "value" alone.'

function jsonOf(
  { rows, columns, keys, isNumbered }: RowReplyForm,
  { maySearch }: ReplyState,
  entryOf: (column: TableColumn) => JSONSchema,
): JSONSchema {
  const entries = columns.map((column) => [keys.keyOf(column), entryOf(column)] as const)
  const row = objectSchema({
    ...(isNumbered && { row: { type: "integer" } }),
    ...Object.fromEntries(entries),
  })
  const report: { readonly [name: string]: JSONSchema } =
    rows === "many" ? { rows: { type: "array", items: row } } : { row }
  const turn = maySearch ? (turnSchema.properties as { readonly [name: string]: JSONSchema }) : {}
  return objectSchema({ ...turn, ...report })
}

function entrySchema(column: TableColumn): JSONSchema {
  return objectSchema({
    written: { type: "string" },
    quotes: { type: "array", items: { type: "string" } },
    status: { type: "string", enum: ["found", "computed", "not-found"] },
    value: valueSchema(column),
  })
}

function briefEntrySchema(column: TableColumn): JSONSchema {
  const { quotes: _, ...properties } = entrySchema(column).properties as {
    readonly [name: string]: JSONSchema
  }
  return objectSchema(properties)
}

function objectSchema(properties: { readonly [name: string]: JSONValue }): JSONSchema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false }
}

function readReply(value: unknown, form: RowReplyForm): RowReply | undefined {
  const rows = readRows(value, form.keys, form.rows === "many")
  const hasFound = (rows ?? []).some(({ cells }) =>
    [...cells.values()].some(({ status }) => status !== "not-found"),
  )
  const turns = objectsIn(value).map((fields) => readTurn(fields, hasFound))
  const turn = turns.find(({ action }) => action === "search") ?? turns[0]
  if (turn === undefined) return undefined
  return rows === undefined && turn.action === "finalize" ? undefined : { ...turn, rows }
}

/** A reply with what it still lacks, in words for the model. */
function checked(
  reply: RowReply | undefined,
  form: RowReplyForm,
  { maySearch, hasRead }: ReplyState,
): Reading<RowReply> {
  if (reply === undefined) return { problem: `it holds no ${form.rows === "many" ? "rows" : "row"}.` }
  if (reply.action === "search") return checkedSearch(reply, maySearch)
  const { rows: reported = [] } = reply
  const rows = form.rows === "many" ? reported : [mergedRow(reported)]
  const value = { ...reply, rows }
  const missing = rows.flatMap((row, index) => {
    const names = form.columns
      .filter(({ name }) => !row.cells.has(name))
      .map((column) => form.keys.keyOf(column))
    const at = rows.length > 1 ? `row ${index + 1}: ` : ""
    return names.length === 0 ? [] : [`${at}${names.slice(0, mostNamed).join(", ")}`]
  })
  if (missing.length > 0) {
    return { value, problem: `columns are missing: ${missing.slice(0, mostNamed).join("; ")}.` }
  }
  const isSettled = rows.length > 0 && rows.every(({ cells }) => [...cells.values()].every(isFound))
  if (hasRead || isSettled) return { value }
  return { value, problem: "a column has no value and no passage was shown yet; search first." }
}

function isFound({ status }: ReportedCell): boolean {
  return status !== "not-found"
}

/** Several rows where one is asked for say together what the document says: of each column the first value found. */
function mergedRow(rows: readonly ReportedRow[]): ReportedRow {
  const cells = new Map<string, ReportedCell>()
  for (const row of rows) {
    for (const [name, cell] of row.cells) {
      const before = cells.get(name)
      if (before === undefined || (!isFound(before) && isFound(cell))) cells.set(name, cell)
    }
  }
  return { number: undefined, cells }
}

/** Of two replies that lack something: one row of both, or the longer list of rows. */
function joined(later: RowReply, earlier: RowReply, form: RowReplyForm): RowReply {
  const [after, before] = [later.rows ?? [], earlier.rows ?? []]
  const rows =
    form.rows === "many"
      ? after.length >= before.length
        ? after
        : before
      : [mergedRow([...after, ...before])]
  return { ...later, action: "finalize", rows }
}
