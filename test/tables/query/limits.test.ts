import { expect, it } from "vitest"
import { type QueryLimits, queryRows } from "../../../src/tables/query"
import { tableColumns, tableRows } from "../../support/tables"

const columns = tableColumns({ law: "text", cap: "number" })
const rows = tableRows(
  columns,
  Array.from({ length: 300 }, (_, at) => [`law ${at % 7}`, at]),
)
/** A clock that stands still, so that only steps and bytes can stop a query. */
const still = { clock: { now: () => 0 } }
const failureOf = (sql: string, limits: Partial<QueryLimits>, tools = still) =>
  queryRows({ sql, columns, rows, limits }, tools).then(
    () => "ended",
    (error) => ({ name: error.name, reason: error.reason, limit: error.limit }),
  )

const endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"
const text = (length: number) => `printf('%.*c', ${length}, 'a')`
const doubled = Array.from({ length: 40 }, (_, at) => `t${at + 1} AS (SELECT a.x FROM t${at} a, t${at} b)`)

it.each([
  ["recursion without end", `${endless} SELECT COUNT(*) FROM c`],
  ["recursion whose rows are thrown away", `${endless} SELECT x FROM c WHERE x < 0`],
  ["a join of 27 million rows", "SELECT COUNT(*) FROM rows a, rows b, rows c"],
  ["a join that is sorted by each pair", "SELECT MAX(a.cap * b.cap - c.cap) FROM rows a, rows b, rows c"],
  [
    "a query of each row within a query of each row",
    "SELECT (SELECT COUNT(*) FROM rows b, rows c WHERE b.cap < a.cap) FROM rows a",
  ],
  ["a search for a long text in a long one", `SELECT instr(${text(900_000)}, ${text(400_000)} || 'b')`],
  [
    "a replacement of a long text in a long one",
    `SELECT replace(${text(900_000)}, ${text(400_000)} || 'b', '')`,
  ],
  [
    "a pattern that fits a long text in many ways",
    `SELECT ${text(900_000)} LIKE '%' || ${text(900)} || 'b%'`,
  ],
  ["a pattern of GLOB that does", `SELECT ${text(900_000)} GLOB '*' || ${text(900)} || 'b*'`],
])("stops %s after its steps", async (_, sql) => {
  expect(await failureOf(sql, { maxSteps: 300_000 })).toEqual({
    name: "QueryError",
    reason: "limit",
    limit: "maxSteps",
  })
})

it.each([
  ["rows that are kept to be sorted", `${endless} SELECT x FROM (SELECT x FROM c LIMIT 200000) ORDER BY -x`],
  [
    "groups without number",
    `${endless} SELECT COUNT(DISTINCT x || ${text(200)}) FROM (SELECT x FROM c LIMIT 30000)`,
  ],
  [
    "a text that grows",
    `WITH RECURSIVE c(s) AS (SELECT 'aaaaaaaa' UNION ALL SELECT s || s FROM c) SELECT MAX(length(s)) FROM c`,
  ],
  ["values that are long together", `SELECT ${text(900_000)} FROM rows`],
  [
    "a list of all pairs",
    "SELECT group_concat(a.law || b.law || a.law || b.law || a.law || b.law) FROM rows a, rows b",
  ],
  [
    "names that stand for twice as much each",
    `WITH t0 AS (SELECT 1 x), ${doubled.join(", ")} SELECT COUNT(*) FROM t40`,
  ],
  ["a replacement by something longer", `SELECT replace(${text(900_000)}, 'a', ${text(900_000)})`],
])("stops %s at its bytes", async (_, sql) => {
  expect(await failureOf(sql, { maxBytes: 4_000_000, maxSteps: 50_000_000 })).toEqual({
    name: "QueryError",
    reason: "limit",
    limit: "maxBytes",
  })
})

it("gives no value for a text of two gigabytes", async () => {
  const { rows: found } = await queryRows(
    { sql: "SELECT printf('%.*c', 2000000000, 'a') AS x", columns, rows },
    still,
  )
  expect(found[0]!.values).toEqual([null])
})

it("stops what takes few steps and long by the clock, of which only SQLite's own work counts", async () => {
  let nowMs = 0
  const sql = `WITH RECURSIVE c(x, s) AS (SELECT 1, ${text(2_000)} UNION ALL SELECT x + 1, s || '' FROM c) SELECT COUNT(*) FROM c`
  const failure = await failureOf(sql, { timeoutMs: 1_000 }, { clock: { now: () => nowMs++ } })
  expect(failure).toEqual({ name: "QueryError", reason: "limit", limit: "timeoutMs" })
  // Begun and ended once each, and looked at every hundred instructions.
  expect(nowMs).toBeLessThan(1_020)
})

it("lets a query of ten thousand rows pass with much to spare", async () => {
  const many = tableRows(
    columns,
    Array.from({ length: 10_000 }, (_, at) => [`law ${at % 7}`, at]),
  )
  const result = await queryRows(
    {
      sql: "SELECT a.law, COUNT(*), SUM(a.cap) FROM rows a JOIN rows b ON a.cap = b.cap WHERE a.law LIKE 'law%' GROUP BY 1 ORDER BY 2 DESC, 1",
      columns,
      rows: many,
      limits: { maxSteps: 2_000_000 },
    },
    still,
  )
  expect(result.rows).toHaveLength(7)
  expect(result.traced).toBe(true)
})

it("a limit whose name is wrong is refused, not left out", async () => {
  const limits = { maxStep: 5 } as Partial<QueryLimits>
  const asked = queryRows({ sql: "SELECT 1", columns, rows, limits })
  await expect(asked).rejects.toMatchObject({ name: "InvalidArgumentError", argument: "limits.maxStep" })
})

it.each([
  ["maxRows", 0],
  ["maxSteps", 1.5],
  ["maxBytes", -1],
  ["timeoutMs", Number.NaN],
])("refuses %s of %s", async (limit, value) => {
  const asked = queryRows({ sql: "SELECT 1", columns, rows, limits: { [limit]: value } })
  await expect(asked).rejects.toMatchObject({ name: "InvalidArgumentError", argument: `limits.${limit}` })
})
