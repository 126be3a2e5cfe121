import { QueryError } from "../../../errors"
import type { Steps } from "../../../runtime/yield"
import type { Database } from "../engine/database"
import type { SQLValue, Statement } from "../engine/statement"
import { type TracedSQL, tracedSQL } from "./traced-sql"

export type Values = readonly SQLValue[]

/** Numbers of the table's rows behind each row of a result, in order and once each. */
export type Origins = readonly (readonly number[])[]

/** A statement that says which rows of the table are behind each row of another's result. */
export interface Trace {
  readonly statement: Statement
  readonly match: TracedSQL["match"]
  readonly rowNumber: string
}

/** Undefined where the shape of the statement does not allow it. */
export function prepareTrace(
  database: Database,
  sql: string,
  table: string,
  rowNumber: string | undefined,
): Trace | undefined {
  const traced = rowNumber === undefined ? undefined : tracedSQL(sql, table, rowNumber)
  if (rowNumber === undefined || traced === undefined) return undefined
  try {
    return { statement: database.prepare(traced.sql), match: traced.match, rowNumber }
  } catch (error) {
    return undefinedFor(error)
  }
}

/**
 * Undefined where the two results are not the same, so that a wrong reading of the statement is never taken for its
 * rows, and where it takes more than what the query left of its limits.
 */
export function* readTrace(trace: Trace | undefined, rows: readonly Values[]): Steps<Origins | undefined> {
  if (trace === undefined) return undefined
  try {
    return yield* trace.match === "position"
      ? byPosition(trace.statement, rows)
      : byValue(trace.statement, rows)
  } catch (error) {
    return undefinedFor(error)
  }
}

function* byPosition(statement: Statement, rows: readonly Values[]): Steps<Origins | undefined> {
  const origins: (readonly number[])[] = []
  for (const row of rows) {
    const traced = statement.step()
    if (!row.every((value, at) => Object.is(value, traced?.[at]))) return undefined
    origins.push(inOrder(rowNumbers(traced?.at(-1))))
    yield
  }
  return origins
}

function* byValue(statement: Statement, rows: readonly Values[]): Steps<Origins | undefined> {
  const found = new Map(rows.map((row) => [JSON.stringify(row), new Set<number>()]))
  for (let traced = statement.step(); traced !== undefined; traced = statement.step()) {
    const numbers = found.get(JSON.stringify(traced.slice(0, -1)))
    for (const number of numbers === undefined ? [] : rowNumbers(traced.at(-1))) numbers?.add(number)
    yield
  }
  const origins = rows.map((row) => inOrder(found.get(JSON.stringify(row))!))
  return origins.every((numbers) => numbers.length > 0) ? origins : undefined
}

/** Out of JSON arrays of numbers, one in another; an outer join that found no row has null. */
function rowNumbers(column: SQLValue | undefined): readonly number[] {
  const numbers = (JSON.parse(String(column)) as unknown[]).flat(1)
  return numbers.filter((number) => typeof number === "number")
}

function inOrder(numbers: Iterable<number>): readonly number[] {
  return [...new Set(numbers)].sort((a, b) => a - b)
}

/** That a result is not traced is said in it, and no reason to lose it. */
function undefinedFor(error: unknown): undefined {
  if (error instanceof QueryError) return undefined
  throw error
}
