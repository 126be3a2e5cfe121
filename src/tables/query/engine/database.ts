import { QueryError } from "../../../errors"
import type { Clock } from "../../../runtime/clock"
import type { QueryLimits } from "../limits"
import { queryBudget } from "./budget"
import { failureOf, refused } from "./failure"
import { createGuard, type Guard } from "./guard"
import { textMemory } from "./memory"
import type { SQLite } from "./peer"
import { replaceTextFunctions } from "./text-functions"

/** A value of SQL. */
export type SQLValue = string | number | null

/** A statement that is ready to run; it ends with its database. */
export interface Statement {
  readonly columns: readonly string[]
  bind(index: number, value: SQLValue | bigint): void
  /** The next row, or undefined at the end. @throws QueryError */
  step(): readonly SQLValue[] | undefined
  reset(): void
}

/** A database in memory that holds one table, and refuses all but reading it. */
export interface Database {
  readonly guard: Guard
  /** Runs the library's own SQL, uncounted. */
  run(sql: string): void
  /** Lets SQLite take so many bytes more than it has now; a limit that was lower stays. */
  limitMemory(moreBytes: number): void
  /** The library's own, uncounted. */
  prepareOwn(sql: string): Statement
  /** Counts and is guarded. @throws QueryError where it is not one statement that reads */
  prepare(sql: string): Statement
}

// Numbers of sqlite3_limit, and what is more than any query needs.
const lengthLimit = 0
const fixedLimits: readonly (readonly [number, number])[] = [
  [1, 1_000_000], // bytes of SQL
  [3, 200], // depth of expressions
  [4, 100], // parts of a compound SELECT
  [5, 250_000], // instructions of a program
  [6, 127], // arguments of a function
  [7, 0], // databases attached
]

/** Bytes that functions of one row may go through: a call may take each time as long as the longest text allows. */
const rowBytes = 100_000_000
/** More calls than a query over ordinary cells needs. */
const leastCalls = 20

const rowReady = 100
const done = 101
const memoryUsed = 0
const stepsBetweenLooks = 100

export interface DatabaseOptions {
  readonly limits: QueryLimits
  readonly clock: Pick<Clock, "now">
  /** The name of the table that may be read. */
  readonly table: string
  /** The longest text or row, in bytes. */
  readonly maxLength: number
}

export function openDatabase(sqlite: SQLite, { limits, clock, table, maxLength }: DatabaseOptions): Database {
  const c = sqlite.wasm.exports
  const memory = textMemory(sqlite)
  const budget = queryBudget(limits, clock)
  const outputs = c.malloc(8)
  c.sqlite3_open(memory.write(":memory:").pointer, outputs)
  const db = pointerAt(outputs)
  c.sqlite3_limit(db, lengthLimit, maxLength)
  for (const [limit, value] of fixedLimits) c.sqlite3_limit(db, limit, value)
  const mostCalls = Math.max(leastCalls, Math.floor(rowBytes / maxLength))
  const guard = createGuard(sqlite, db, memory, { table, mostCalls })
  const look = sqlite.wasm.installFunction("i(p)", () => (budget.spend(stepsBetweenLooks) ? 0 : 1))
  c.sqlite3_progress_handler(db, stepsBetweenLooks, look, 0)
  replaceTextFunctions(sqlite, db, memory, budget, maxLength)
  const time = refuseCurrentTime(sqlite)

  function pointerAt(address: number): number {
    return new DataView(sqlite.wasm.heap8u().buffer).getUint32(address, true)
  }
  const failure = (code: number) =>
    failureOf(code, memory.readName(c.sqlite3_errmsg(db)), { budget, guard, limits })

  /** The statement at the start of the SQL, 0 where there is none, and where it ends. */
  function compile(start: number): { readonly pointer: number; readonly end: number } {
    const code = c.sqlite3_prepare_v2(db, start, -1, outputs, outputs + 4)
    if (code !== 0) throw failure(code)
    return { pointer: pointerAt(outputs), end: pointerAt(outputs + 4) }
  }

  function statement(pointer: number, step: () => number): Statement {
    const count = c.sqlite3_column_count(pointer)
    return {
      columns: Array.from({ length: count }, (_, at) => memory.readName(c.sqlite3_column_name(pointer, at))),
      bind(index, value) {
        if (value === null) c.sqlite3_bind_null(pointer, index)
        else if (typeof value === "bigint") c.sqlite3_bind_int64(pointer, index, value)
        else if (typeof value === "number") c.sqlite3_bind_double(pointer, index, value)
        else {
          const text = memory.write(value)
          const code = c.sqlite3_bind_text(pointer, index, text.pointer, text.length, -1)
          if (code !== 0) throw failure(code)
        }
      },
      step() {
        time.asked = false
        const code = step()
        if (time.asked) throw refused("It asks for the current time")
        if (code === done) return undefined
        if (code !== rowReady) throw failure(code)
        const values: SQLValue[] = []
        for (let at = 0; at < count; at++) values.push(valueAt(pointer, at))
        return values
      },
      reset: () => void c.sqlite3_reset(pointer),
    }
  }

  function valueAt(pointer: number, at: number): SQLValue {
    const type = c.sqlite3_column_type(pointer, at)
    if (type === 1) {
      const integer = c.sqlite3_column_int64(pointer, at)
      const number = Number(integer)
      return Number.isSafeInteger(number) ? number : String(integer)
    }
    if (type === 2) {
      const number = c.sqlite3_column_double(pointer, at)
      return Number.isFinite(number) ? number : String(number)
    }
    if (type === 5) return null
    const start = c.sqlite3_column_text(pointer, at)
    return memory.read(start, c.sqlite3_column_bytes(pointer, at))
  }

  function run(sql: string): void {
    const code = c.sqlite3_exec(db, memory.write(sql).pointer, 0, 0, 0)
    if (code !== 0) throw failure(code)
  }

  return {
    guard,
    run,
    limitMemory(moreBytes) {
      c.sqlite3_status(memoryUsed, outputs, outputs + 4, 0)
      run(`PRAGMA hard_heap_limit = ${pointerAt(outputs) + moreBytes}`)
    },
    prepareOwn(sql) {
      const { pointer } = compile(memory.write(sql).pointer)
      return statement(pointer, () => c.sqlite3_step(pointer))
    },
    prepare(sql) {
      const text = memory.write(sql)
      guard.open = false
      guard.refusal = undefined
      guard.calls = 0
      try {
        return budget.during(() => {
          const { pointer, end } = compile(text.pointer)
          if (pointer === 0) throw new QueryError("invalid", "It holds no statement.")
          if (compile(end).pointer !== 0) throw refused("It is more than one statement")
          const reads = c.sqlite3_stmt_readonly(pointer) !== 0 && c.sqlite3_stmt_isexplain(pointer) === 0
          if (!reads || c.sqlite3_column_count(pointer) === 0) throw refused("It is no SELECT")
          if (c.sqlite3_bind_parameter_count(pointer) > 0)
            throw new QueryError("invalid", "It has a placeholder, for which there is no value.")
          return statement(pointer, () => {
            guard.open = false
            try {
              return budget.during(() => c.sqlite3_step(pointer))
            } finally {
              guard.open = true
            }
          })
        })
      } finally {
        guard.open = true
      }
    },
  }
}

/** The clock of SQLite fails: the same query gives the same result whenever it runs. */
function refuseCurrentTime({ wasm, capi }: SQLite): { asked: boolean } {
  const time = { asked: false }
  const vfs = new capi.sqlite3_vfs(wasm.exports.sqlite3_vfs_find(0))
  vfs.$xCurrentTimeInt64 = wasm.installFunction("i(pp)", () => {
    time.asked = true
    return 1
  })
  return time
}
