import type { Budget } from "./budget"
import { MemoryFull, type TextMemory } from "./memory"
import { globPattern, likePattern } from "./patterns"
import type { SQLite } from "./peer"
import { charactersBefore, matches, occurrences, type PatternPart, trimmed } from "./text-search"

const utf8 = 1
const interrupted = 9
const nullType = 5
const longestPattern = 50_000

class TooLong extends Error {}
class Spent extends Error {}

interface TextFunction {
  readonly name: string
  readonly arity: number
  /** Null where an argument is missing. */
  readonly result: (inputs: readonly (string | null)[]) => string | number | null
}

/** Puts functions of the same names and results in the place of SQLite's that can take too long within one step. */
export function replaceTextFunctions(
  { wasm }: SQLite,
  db: number,
  memory: TextMemory,
  budget: Budget,
  maxLength: number,
): void {
  const c = wasm.exports
  for (const { name, arity, result } of textFunctions(budget, maxLength)) {
    const call = wasm.installFunction("v(pip)", (context = 0, count = 0, values = 0) => {
      try {
        const pointers = new Uint32Array(wasm.heap8u().slice(values, values + 4 * count).buffer)
        const output = result([...pointers].map((value) => textOf(value)))
        if (output === null) c.sqlite3_result_null(context)
        else if (typeof output === "number") c.sqlite3_result_int(context, output)
        else {
          const { pointer, length } = memory.write(output)
          c.sqlite3_result_text(context, pointer, length, -1)
        }
      } catch (error) {
        if (error instanceof TooLong) c.sqlite3_result_error_toobig(context)
        else if (error instanceof MemoryFull) c.sqlite3_result_error_nomem(context)
        else if (error instanceof Spent) c.sqlite3_result_error_code(context, interrupted)
        else {
          const { pointer, length } = memory.write(error instanceof Error ? error.message : String(error))
          c.sqlite3_result_error(context, pointer, length)
        }
      }
      return undefined
    })
    c.sqlite3_create_function(db, memory.write(name).pointer, arity, utf8, 0, call, 0, 0)
  }
  function textOf(value: number): string | null {
    if (c.sqlite3_value_type(value) === nullType) return null
    const start = c.sqlite3_value_text(value)
    return memory.read(start, c.sqlite3_value_bytes(value))
  }
}

function textFunctions(budget: Budget, maxLength: number): readonly TextFunction[] {
  /** Sixteen comparisons are about one instruction. */
  const spend = (comparisons: number) => {
    if (!budget.spend(Math.ceil(comparisons / 16))) throw new Spent()
  }
  const like = lastPattern(within(likePattern))
  const glob = lastPattern(within(globPattern))
  const fits = (text: string, pattern: readonly PatternPart[] | undefined) =>
    pattern !== undefined && matches(text, pattern, spend) ? 1 : 0
  const trims = [
    { name: "trim", start: true, end: true },
    { name: "ltrim", start: true, end: false },
    { name: "rtrim", start: false, end: true },
  ]
  return [
    {
      name: "like",
      arity: 2,
      result: ([pattern = null, text = null]) =>
        pattern === null || text === null ? null : fits(text, like(pattern)),
    },
    {
      name: "like",
      arity: 3,
      result: ([pattern = null, text = null, escaper = null]) => {
        if (escaper !== null && [...escaper].length !== 1)
          throw new Error("ESCAPE expression must be a single character")
        if (pattern === null || text === null || escaper === null) return null
        return fits(text, like(pattern, escaper))
      },
    },
    {
      name: "glob",
      arity: 2,
      result: ([pattern = null, text = null]) =>
        pattern === null || text === null ? null : fits(text, glob(pattern)),
    },
    {
      name: "instr",
      arity: 2,
      result: ([text = null, needle = null]) => {
        if (text === null || needle === null) return null
        const first = occurrences(text, needle, spend).next()
        return first.done ? 0 : charactersBefore(text, first.value) + 1
      },
    },
    {
      name: "replace",
      arity: 3,
      result: ([text = null, needle = null, by = null]) => {
        if (text === null || needle === null || by === null) return null
        return needle === "" ? text : replaced(text, needle, by)
      },
    },
    ...trims.flatMap(({ name, ...ends }) => [
      {
        name,
        arity: 1,
        result: ([text = null]: readonly (string | null)[]) => text && trimmed(text, " ", ends),
      },
      {
        name,
        arity: 2,
        result: ([text = null, characters = null]: readonly (string | null)[]) =>
          text === null || characters === null ? null : trimmed(text, characters, ends),
      },
    ]),
  ]

  function replaced(text: string, needle: string, by: string): string {
    const parts: string[] = []
    let end = 0
    let length = text.length
    for (const at of occurrences(text, needle, spend)) {
      length += by.length - needle.length
      if (length - (text.length - at) > maxLength) throw new TooLong()
      parts.push(text.slice(end, at), by)
      end = at + needle.length
    }
    if (length > maxLength) throw new TooLong()
    return [...parts, text.slice(end)].join("")
  }
}

/** A pattern as long as SQLite itself takes them. */
function within<T>(read: (pattern: string, escaper?: string) => T) {
  return (pattern: string, escaper?: string): T => {
    if (pattern.length > longestPattern) throw new Error("LIKE or GLOB pattern too complex")
    return read(pattern, escaper)
  }
}

/** Patterns are mostly the same from row to row. */
function lastPattern(read: (pattern: string, escaper?: string) => readonly PatternPart[] | undefined) {
  let last: { readonly key: string; readonly parts: readonly PatternPart[] | undefined } | undefined
  return (pattern: string, escaper?: string) => {
    const key = `${escaper ?? ""}\n${pattern}`
    if (last?.key !== key) last = { key, parts: read(pattern, escaper) }
    return last.parts
  }
}
