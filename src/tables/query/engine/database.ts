import { QueryError } from "../../../errors"
import type { Clock } from "../../../runtime/clock"
import type { QueryLimits } from "../limits"
import { queryBudget } from "./budget"
import { memoryCeiling } from "./ceiling"
import { failureOf, overLimit, refused } from "./failure"
import { fixedLimits } from "./fixed-limits"
import { createGuard, type Guard } from "./guard"
import { MemoryFull, textMemory } from "./memory"
import { goesThroughTexts } from "./operations"
import type { SQLite } from "./peer"
import { createStatement, rowReady, type Statement } from "./statement"
import { replaceTextFunctions } from "./text-functions"

/** A database in memory that holds one table, and refuses all but reading it. */
export interface Database {
  readonly guard: Guard
  /** Runs the library's own SQL, uncounted. */
  run(sql: string): void
  /** Bytes that the memory has grown since the database was opened. */
  readonly grownBytes: number
  /** Lets SQLite take so many bytes more than it has now; a limit that was lower stays. */
  limitMemory(moreBytes: number): void
  /** The library's own, uncounted. */
  prepareOwn(sql: string): Statement
  /** Counts and is guarded. @throws QueryError where it is not one statement that reads */
  prepare(sql: string): Statement
}

/** The number of sqlite3_limit for the length of a text. */
const lengthLimit = 0
/** Bytes that functions of one row may go through: a call may take each time as long as the longest text allows. */
const rowBytes = 100_000_000
/** Operators take half as long. */
const operationsACall = 2
/** More calls than a query over ordinary cells needs. */
const leastCalls = 20
/** Bytes that the instructions between two looks at the budget may go through, were each to take the longest text. */
const bytesBetweenLooks = 40_000_000
/** Of the memory that a query may take: the part for preparing it. */
const partToPrepare = 1 / 8

const interrupted = 9
const memoryUsed = 0

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
  const ceiling = memoryCeiling(sqlite)
  const budget = queryBudget(limits, clock)
  const outputs = c.malloc(8)
  c.sqlite3_open(memory.write(":memory:").pointer, outputs)
  const db = pointerAt(outputs)
  c.sqlite3_limit(db, lengthLimit, maxLength)
  for (const [limit, value] of fixedLimits) c.sqlite3_limit(db, limit, value)
  const mostCalls = Math.max(leastCalls, Math.floor(rowBytes / maxLength))
  const guard = createGuard(sqlite, db, memory, { table, mostCalls })
  const lookEach = lookOnceIn(1)
  const look = lookOnceIn(Math.max(1, Math.floor(bytesBetweenLooks / maxLength)))
  look()
  replaceTextFunctions(sqlite, db, memory, budget, maxLength)
  const time = refuseCurrentTime(sqlite)

  function pointerAt(address: number): number {
    return new DataView(sqlite.wasm.heap8u().buffer).getUint32(address, true)
  }
  /** Makes SQLite look at the budget once in so many instructions, from the call of it on. */
  function lookOnceIn(steps: number): () => void {
    const call = sqlite.wasm.installFunction("i(p)", () => (budget.spend(steps) ? 0 : 1))
    return () => void c.sqlite3_progress_handler(db, steps, call, 0)
  }
  const failure = (code: number) =>
    failureOf(code, memory.readName(c.sqlite3_errmsg(db)), { budget, guard, limits })

  /** @throws QueryError where the memory is full */
  function written(text: string) {
    try {
      return memory.write(text)
    } catch (error) {
      throw error instanceof MemoryFull ? overLimit("maxBytes", limits.maxBytes) : error
    }
  }

  function run(sql: string): void {
    const code = c.sqlite3_exec(db, written(sql).pointer, 0, 0, 0)
    if (code !== 0) throw failure(code)
  }

  /** The statement at the start of the SQL, 0 where there is none, and where it ends. */
  function compile(start: number): { readonly pointer: number; readonly end: number } {
    const code = c.sqlite3_prepare_v2(db, start, -1, outputs, outputs + 4)
    if (code !== 0) throw failure(code)
    return { pointer: pointerAt(outputs), end: pointerAt(outputs + 4) }
  }

  function statement(pointer: number, step: () => number): Statement {
    return createStatement(sqlite, memory, pointer, {
      failure,
      written,
      step() {
        time.asked = false
        const code = step()
        if (time.asked) throw refused("It asks for the current time")
        return budget.exceeded === undefined ? code : interrupted
      },
    })
  }

  /** What the authorizer does not see: operators. */
  function refuseLongRows(sql: string): void {
    const most = operationsACall * mostCalls
    guard.calls = 0
    const program = compile(written(`EXPLAIN ${sql}`).pointer).pointer
    let count = 0
    while (count <= most && c.sqlite3_step(program) === rowReady)
      if (goesThroughTexts(memory.readName(c.sqlite3_column_text(program, 1)))) count++
    c.sqlite3_finalize(program)
    if (count > most) throw refused(`It compares, joins or computes values in more than ${most} places`)
  }

  /** Holds the work to the limits. */
  function guarded<T>(work: () => T): T {
    guard.open = false
    try {
      return budget.during(work)
    } finally {
      guard.open = true
      // One statement is not what another was refused for.
      guard.refusal = undefined
    }
  }

  /** @throws QueryError where it is not one statement that reads */
  function compileReading(text: number): number {
    guard.calls = 0
    const { pointer, end } = compile(text)
    if (pointer === 0) throw new QueryError("invalid", "It holds no statement.")
    if (compile(end).pointer !== 0) throw refused("It is more than one statement")
    const reads = c.sqlite3_stmt_readonly(pointer) !== 0 && c.sqlite3_stmt_isexplain(pointer) === 0
    if (!reads || c.sqlite3_column_count(pointer) === 0) throw refused("It is no SELECT")
    if (c.sqlite3_bind_parameter_count(pointer) > 0)
      throw new QueryError("invalid", "It has a placeholder, for which there is no value.")
    return pointer
  }

  return {
    guard,
    run,
    get grownBytes() {
      return ceiling.grownBytes
    },
    limitMemory(moreBytes) {
      ceiling.allow(moreBytes)
      c.sqlite3_status(memoryUsed, outputs, outputs + 4, 0)
      run(`PRAGMA hard_heap_limit = ${pointerAt(outputs) + moreBytes}`)
    },
    prepareOwn(sql) {
      const { pointer } = compile(written(sql).pointer)
      return statement(pointer, () => c.sqlite3_step(pointer))
    },
    prepare(sql) {
      const text = written(sql)
      return guarded(() => {
        lookEach()
        const pointer = ceiling.during(partToPrepare * limits.maxBytes, () => {
          const reading = compileReading(text.pointer)
          refuseLongRows(sql)
          return reading
        })
        look()
        return statement(pointer, () => guarded(() => c.sqlite3_step(pointer)))
      })
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
