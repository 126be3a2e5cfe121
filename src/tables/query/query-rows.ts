import type { QueryResult, QueryRow } from "../../contracts"
import type { TableColumn } from "../../contracts/cell"
import { InvalidArgumentError } from "../../errors"
import { type Clock, systemClock } from "../../runtime/clock"
import { runStepsYielding, type Steps } from "../../runtime/yield"
import { type QueriedRow, type QueryColumn, queryColumns, queryTable, rowNumberName } from "./columns"
import { openDatabase } from "./engine/database"
import { refused } from "./engine/failure"
import { loadSQLite, type SQLite } from "./engine/peer"
import { type QueryLimits, resolveLimits } from "./limits"
import { createTable, loadRows, sizeOfRows } from "./load-rows"
import { readRows } from "./read-rows"
import { namedOrigins } from "./trace/named-documents"
import { tokenize } from "./trace/tokens"
import { prepareTrace, readTrace } from "./trace/trace"

/** A query over rows of one's own. */
export interface QueryRowsRequest {
  /** One SELECT over the table `rows`, whose columns are those of `queryColumns`. */
  readonly sql: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly QueriedRow[]
  readonly signal?: AbortSignal | undefined
  readonly limits?: Partial<QueryLimits> | undefined
}

/** What tests give in place of the machine's. */
export interface QueryTools {
  readonly clock?: Pick<Clock, "now"> | undefined
  readonly load?: (() => Promise<SQLite>) | undefined
}

/** More is no query that anyone writes. */
const maxSQLLength = 20_000
/** SQLite takes time in proportion to the square of it, in which nothing can stop it. */
const mostParentheses = 100
/** Of a text that a query makes, whatever the rows hold. */
const leastMaxLength = 1_000_000

/**
 * Runs one read-only query of SQLite over the rows of a table, in a memory of its own that holds nothing else. The same
 * rows and query give the same result: nothing random and no current time can be asked for.
 *
 * @throws QueryError where SQLite does not take it, it does more than read, or it passes a limit
 * @throws InvalidArgumentError for arguments that make no sense, and where SQLite's package is not installed
 */
export async function queryRows(
  { sql, columns, rows, signal, limits: given }: QueryRowsRequest,
  { clock = systemClock, load = loadSQLite }: QueryTools = {},
): Promise<QueryResult> {
  signal?.throwIfAborted()
  if (typeof sql !== "string" || sql.trim() === "" || sql.length > maxSQLLength || sql.includes("\0"))
    throw new InvalidArgumentError(
      "sql",
      sql,
      `one SELECT of at most ${maxSQLLength} characters, without NUL`,
    )
  if (tokenize(sql).some(({ depth }) => depth > mostParentheses))
    throw refused(`It has parentheses in more than ${mostParentheses} others`)
  const limits = resolveLimits(given)
  const named = queryColumns(columns)
  const sqlite = await load()
  return runStepsYielding(query(sqlite, { sql, columns: named, rows, limits, clock }), signal)
}

interface Query {
  readonly sql: string
  readonly columns: readonly QueryColumn[]
  readonly rows: readonly QueriedRow[]
  readonly limits: QueryLimits
  readonly clock: Pick<Clock, "now">
}

function* query(sqlite: SQLite, { sql, columns, rows, limits, clock }: Query): Steps<QueryResult> {
  const size = yield* sizeOfRows(columns, rows)
  // A row and a key to sort it by, with room for texts that the query makes.
  const maxLength = leastMaxLength + 2 * size.largest
  const database = openDatabase(sqlite, { limits, clock, table: queryTable, maxLength })
  database.limitMemory(2 * size.total + limits.maxBytes)
  createTable(database, columns)
  const statement = database.prepare(sql)
  const trace = prepareTrace(database, sql, queryTable, rowNumberName(columns))
  yield* loadRows(database, columns, rows, trace?.rowNumber)
  database.limitMemory(limits.maxBytes)
  const loadedBytes = database.grownBytes
  const freeBytes = () => size.total + limits.maxBytes - (database.grownBytes - loadedBytes)
  const { values, truncated } = yield* readRows(statement, limits, freeBytes)
  const origins =
    (yield* readTrace(trace, values)) ??
    namedOrigins({ columns: statement.columns, rows: values }, rows, columns)
  return {
    columns: statement.columns,
    rows: values.map((row, at) => resultRow(row, origins?.[at] ?? [], rows)),
    truncated,
    traced: origins !== undefined || values.length === 0,
  }
}

function resultRow(
  values: QueryRow["values"],
  rowIndexes: readonly number[],
  rows: readonly QueriedRow[],
): QueryRow {
  return { values, documentIds: [...new Set(rowIndexes.map((index) => rows[index]!.documentId))], rowIndexes }
}
