import { expect, it } from "vitest"
import { QueryError } from "../../../src/errors"
import { queryRows } from "../../../src/tables/query"
import { openDatabase } from "../../../src/tables/query/engine/database"
import { loadSQLite } from "../../../src/tables/query/engine/peer"
import { resolveLimits } from "../../../src/tables/query/limits"
import { tableColumns, tableRows } from "../../support/tables"

const columns = tableColumns({ law: "text" })

const statements = [
  ["DELETE FROM rows", "deletes"],
  ["INSERT INTO rows (law) VALUES ('x')", "inserts"],
  ["UPDATE rows SET law = 'x'", "updates"],
  ["DROP TABLE rows", "deletes"],
  ["CREATE TABLE x (y)", "inserts"],
  ["CREATE TEMP TABLE x AS SELECT * FROM rows", "inserts"],
  ["CREATE TRIGGER t AFTER INSERT ON rows BEGIN SELECT 1; END", "changes the database"],
  ["WITH x AS (SELECT 1) DELETE FROM rows", "deletes"],
  ["REPLACE INTO rows (law) VALUES ('x')", "inserts"],
  ["ATTACH ':memory:' AS other", "attaches"],
  ["ATTACH 'file:secrets.db' AS other", "attaches"],
  ["DETACH main", "detaches"],
  ["VACUUM INTO 'copy.db'", "is no SELECT"],
  ["PRAGMA hard_heap_limit = 0", "PRAGMA"],
  ["PRAGMA table_info(rows)", "PRAGMA"],
  ["BEGIN", "transaction"],
  ["SAVEPOINT x", "savepoint"],
  ["REINDEX", "is no SELECT"],
  ["SELECT * FROM pragma_table_info('rows')", "pragma_table_info"],
  ["SELECT sql FROM sqlite_schema", "sqlite_master"],
  ["SELECT name FROM dbstat", "dbstat"],
  ["SELECT data FROM sqlite_dbpage", "sqlite_dbpage"],
  ["SELECT load_extension('x')", "load_extension"],
  ["SELECT random()", "function random"],
  ["SELECT law FROM rows ORDER BY RANDOM()", "function random"],
  ["SELECT randomblob(9)", "function randomblob"],
  ["SELECT zeroblob(1000000000)", "function zeroblob"],
  ["SELECT fts5('x')", "fts5"],
  ["SELECT sqlite_version()", "function sqlite_version"],
  ["SELECT changes()", "function changes"],
  ["SELECT CURRENT_TIMESTAMP", "current_timestamp"],
  ["SELECT date('now')", "current time"],
  ["SELECT strftime('%s', 'n' || 'ow')", "current time"],
  ["SELECT date('subsec')", "current time"],
  ["SELECT julianday()", "current time"],
  ["SELECT 1; SELECT 2", "more than one statement"],
  ["SELECT 1; DROP TABLE rows", ""],
  ["EXPLAIN SELECT 1", "is no SELECT"],
  ["EXPLAIN QUERY PLAN SELECT 1", "is no SELECT"],
] as const

it("refuses all but one statement that reads the rows, and says why", async () => {
  const database = openDatabase(await loadSQLite(), {
    limits: resolveLimits(),
    clock: { now: () => 0 },
    table: "rows",
    maxLength: 1_000_000,
  })
  database.run("CREATE TABLE rows (law TEXT); INSERT INTO rows VALUES ('Ohio')")
  const refusalOf = (sql: string) => {
    try {
      return database.prepare(sql).step()
    } catch (error) {
      return error instanceof QueryError ? `${error.reason}: ${error.message}` : error
    }
  }
  for (const [sql, why] of statements) {
    const refusal = refusalOf(sql)
    expect(refusal, sql).toMatch(/^(refused|invalid): /)
    expect(refusal, sql).toContain(why)
  }
  expect(refusalOf("SELECT * FROM rows")).toEqual(["Ohio"])
})

it("calls of functions in one row are bounded, since nothing can stop them: the longer the texts, the fewer", async () => {
  const sumOf = (calls: number) =>
    `SELECT ${Array.from({ length: calls }, () => "length(law)").join(" + ")} FROM rows`
  const run = (calls: number, law: string) =>
    queryRows(
      { sql: sumOf(calls), columns, rows: tableRows(columns, [[law]]) },
      { clock: { now: () => 0 } },
    ).then(
      ({ rows }) => rows[0]?.values[0],
      ({ name, message }) => `${name}: ${message}`,
    )
  expect(await run(80, "Ohio")).toBe(320)
  expect(await run(101, "Ohio")).toMatch(/It calls functions in more than 99 places/)
  expect(await run(33, "x".repeat(1_000_000))).toBe(33_000_000)
  expect(await run(34, "x".repeat(1_000_000))).toMatch(/It calls functions in more than 33 places/)
})

it("cells are data, whatever they hold", async () => {
  const hostile = ["'; DROP TABLE rows; --", "1) UNION SELECT sql FROM sqlite_schema --", '"', "%", "_"]
  const result = await queryRows({
    sql: "SELECT law FROM rows WHERE law LIKE '%DROP TABLE%' OR law = '\"'",
    columns,
    rows: tableRows(
      columns,
      hostile.map((law) => [law]),
    ),
  })
  expect(result.rows.map(({ values, rowIndexes }) => [...values, ...rowIndexes])).toEqual([
    [hostile[0], 0],
    [hostile[2], 2],
  ])
})
