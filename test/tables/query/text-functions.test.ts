import sqlite3 from "@sqlite.org/sqlite-wasm"
import fc from "fast-check"
import { beforeAll, expect, it } from "vitest"
import { type Database, openDatabase } from "../../../src/tables/query/engine/database"
import { loadSQLite } from "../../../src/tables/query/engine/peer"
import { resolveLimits } from "../../../src/tables/query/limits"

/** One and the same expression, by our functions and by those of SQLite itself. */
let ours: Database
let original: (sql: string) => unknown

beforeAll(async () => {
  ours = openDatabase(await loadSQLite(), {
    limits: resolveLimits({ maxSteps: 1_000_000_000, timeoutMs: Number.POSITIVE_INFINITY }),
    clock: { now: () => 0 },
    table: "rows",
    maxLength: 1_000_000,
  })
  const { oo1 } = await sqlite3({ print() {}, printErr() {} })
  const database = new oo1.DB(":memory:")
  original = (sql) => database.selectValue(sql)
})

const quoted = (value: string | null) => (value === null ? "NULL" : `'${value.replaceAll("'", "''")}'`)
const letters = fc.string({ unit: fc.constantFrom(..."aAbé𝔸%_*?[]^-'\\ "), maxLength: 8 })
const argument = fc.option(letters, { freq: 20 })

it.each([
  ["like", (a: string, b: string) => `${a} LIKE ${b}`],
  ["like with an escape", (a: string, b: string) => `${a} LIKE ${b} ESCAPE '\\'`],
  ["glob", (a: string, b: string) => `${a} GLOB ${b}`],
  ["instr", (a: string, b: string) => `instr(${a}, ${b})`],
  ["replace", (a: string, b: string) => `replace(${a}, ${b}, 'xy')`],
  ["replace by nothing", (a: string, b: string) => `replace(${a}, ${b}, '')`],
  ["trim", (a: string, b: string) => `trim(${a}, ${b})`],
  ["ltrim", (a: string, b: string) => `ltrim(${a}, ${b})`],
  ["rtrim", (a: string, b: string) => `rtrim(${a}, ${b})`],
  ["trim of spaces", (a: string, b: string) => `trim(' ' || ${a} || '  ') || ltrim(${b}) || rtrim(${a})`],
])("%s gives what SQLite's own gives", (_, expression) => {
  const check = (a: string | null, b: string | null) => {
    const sql = `SELECT ${expression(quoted(a), quoted(b))}`
    expect(ours.prepare(sql).step()?.[0], sql).toBe(original(sql))
  }
  fc.assert(fc.property(argument, argument, check), { numRuns: 300 })
  // Patterns that fit are rare among any two texts.
  fc.assert(
    fc.property(letters, fc.constantFrom("%", "_", "*", "?", ""), fc.nat(8), (text, part, at) => {
      check(text, text.slice(0, at) + part)
      check(text, part + text.slice(at))
      check(text, text.slice(0, at) + part + text.slice(at + 1))
    }),
  )
})

it.each([
  ["a", "[]]"],
  ["]", "[]]"],
  ["-", "[a-]"],
  ["-", "[-a]"],
  ["b", "[a-c]"],
  ["b", "[^a-c]"],
  ["^", "[a^]"],
  ["a", "[^]"],
  ["]", "[^]]"],
  ["a", "[a"],
  ["a", "["],
  ["é", "[à-ü]"],
  ["-", "[a-c-e]"],
  ["d", "[a-c-e]"],
  ["e", "[a-c-e]"],
  ["a", "[c-a]"],
])("%s and the pattern %s of GLOB", (text, pattern) => {
  const sql = `SELECT ${quoted(text)} GLOB ${quoted(pattern)}`
  expect(ours.prepare(sql).step()?.[0]).toBe(original(sql))
})

it("refuses an escape of two characters as SQLite does", () => {
  expect(() => ours.prepare("SELECT 'a' LIKE 'b' ESCAPE 'xy'").step()).toThrow(
    "ESCAPE expression must be a single character",
  )
})
