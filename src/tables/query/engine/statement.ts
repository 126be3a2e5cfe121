import type { QueryError } from "../../../errors"
import type { TextMemory } from "./memory"
import type { SQLite } from "./peer"

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

export const rowReady = 100
const done = 101

/** How a statement is run. */
export interface StatementRun {
  /** One step of SQLite; its code. */
  step(): number
  /** What a code that is no success stands for. */
  failure(code: number): QueryError
  /** Puts a text to where SQLite can read it. */
  written: TextMemory["write"]
}

export function createStatement(
  { wasm }: SQLite,
  memory: TextMemory,
  pointer: number,
  { step, failure, written }: StatementRun,
): Statement {
  const c = wasm.exports
  const count = c.sqlite3_column_count(pointer)
  return {
    columns: Array.from({ length: count }, (_, at) => memory.readName(c.sqlite3_column_name(pointer, at))),
    bind(index, value) {
      if (value === null) c.sqlite3_bind_null(pointer, index)
      else if (typeof value === "bigint") c.sqlite3_bind_int64(pointer, index, value)
      else if (typeof value === "number") c.sqlite3_bind_double(pointer, index, value)
      else {
        const text = written(value)
        const code = c.sqlite3_bind_text(pointer, index, text.pointer, text.length, -1)
        if (code !== 0) throw failure(code)
      }
    },
    step() {
      const code = step()
      if (code === done) return undefined
      if (code !== rowReady) throw failure(code)
      const values: SQLValue[] = []
      for (let at = 0; at < count; at++) values.push(valueAt(at))
      return values
    },
    reset: () => void c.sqlite3_reset(pointer),
  }

  function valueAt(at: number): SQLValue {
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
}
