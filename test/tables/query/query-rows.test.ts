import { beforeAll, expect, it, vi } from "vitest"
import { queryColumns, queryRows } from "../../../src/tables/query"
import { loadSQLite, type SQLite } from "../../../src/tables/query/engine/peer"
import { tableColumns, tableRow, tableRows } from "../../support/tables"

const columns = tableColumns({
  law: "text",
  cap: "number",
  signed: "date",
  renewed: "boolean",
  years: "integer",
  tags: "list",
})
const rows = tableRows(columns, [
  ["New York", 5, "2020-05-01", true, 3, ["a", "b"]],
  ["Delaware", 2.5, "2019-01-31", false, 2, []],
  ["New York", undefined, "2021-12-24", true, undefined, ["b"]],
  [undefined, 40, undefined, undefined, 7, undefined],
])
/** One for all, since each takes a tenth of a second. */
let sqlite: SQLite
beforeAll(async () => {
  sqlite = await loadSQLite()
})
const tools = { load: async () => sqlite, clock: { now: () => 0 } }
const ask = (sql: string) => queryRows({ sql, columns, rows }, tools)
const valuesOf = async (sql: string) => (await ask(sql)).rows.map(({ values }) => values)

it("counts, groups, orders and filters what was found", async () => {
  const counted = await ask(
    "SELECT law, COUNT(*) AS n, SUM(cap) FROM rows WHERE law IS NOT NULL GROUP BY law ORDER BY n DESC",
  )
  expect(counted.columns).toEqual(["law", "n", "SUM(cap)"])
  expect(counted.rows.map(({ values }) => values)).toEqual([
    ["New York", 2, 5],
    ["Delaware", 1, 2.5],
  ])
  expect(counted.truncated).toBe(false)
})

it("gives each kind of value as SQL has it: no value for what was not found, 1 and 0, ISO dates, JSON", async () => {
  expect(await valuesOf("SELECT * FROM rows")).toEqual([
    ["d0", "answered", 0, "New York", 5, "2020-05-01", 1, 3, '["a","b"]'],
    ["d1", "answered", 0, "Delaware", 2.5, "2019-01-31", 0, 2, "[]"],
    ["d2", "answered", 0, "New York", null, "2021-12-24", 1, null, '["b"]'],
    ["d3", "answered", 0, null, 40, null, null, 7, null],
  ])
})

it("divides numbers with their fractions, reckons with dates and looks into lists", async () => {
  expect(await valuesOf("SELECT cap / 2, strftime('%Y', signed) FROM rows WHERE document_id = 'd0'")).toEqual(
    [[2.5, "2020"]],
  )
  expect(
    await valuesOf("SELECT value, COUNT(*) FROM rows, json_each(tags) GROUP BY value ORDER BY value"),
  ).toEqual([
    ["a", 1],
    ["b", 2],
  ])
})

it("takes a text of figures for the number of a column of numbers", async () => {
  expect(await valuesOf("SELECT document_id FROM rows WHERE cap > '4' ORDER BY cap")).toEqual([
    ["d0"],
    ["d3"],
  ])
})

it("keeps whole numbers that a number can't hold, and infinity, as text", async () => {
  expect(await valuesOf("SELECT 9007199254740993, 9007199254740991, 1e999, -1e999, 0.5")).toEqual([
    ["9007199254740993", 9007199254740991, "Infinity", "-Infinity", 0.5],
  ])
})

it("keeps texts to the last character: NUL, marks of byte order, all planes, quotes, a megabyte", async () => {
  const odd = [
    "a\0b",
    "\ufeffx",
    "𝔸é漢\u2028",
    `'; DROP TABLE rows; --"`,
    "=1+1",
    "<b>",
    "x".repeat(1_000_000),
    "",
  ]
  const oneColumn = tableColumns({ text: "text" })
  const oddRows = tableRows(
    oneColumn,
    odd.map((text) => [text]),
  )
  const { rows: kept } = await queryRows(
    { sql: "SELECT text FROM rows", columns: oneColumn, rows: oddRows },
    tools,
  )
  expect(kept.map(({ values }) => values[0])).toEqual(odd)
  const found = await queryRows(
    {
      sql: "SELECT document_id FROM rows WHERE length(text) = 1000000 AND text LIKE '%x' AND text NOT LIKE '%y%'",
      columns: oneColumn,
      rows: oddRows,
    },
    tools,
  )
  expect(found.rows.map(({ values }) => values)).toEqual([["d6"]])
})

it("quotes names that are words of SQL, have quotes or spaces, or are of any script", async () => {
  const names = [
    "select",
    "group",
    "order by",
    `a"b`,
    "it's",
    "a]b`c",
    "1st",
    "*",
    "größe",
    "数",
    "rowid",
    "__proto__",
    "constructor",
    " x ",
    "a.b",
    "--",
    "?",
    "limit",
  ]
  const odd = names.map((name) => ({ ...tableColumns({ x: "text" })[0]!, name }))
  const cells = new Map(
    names.map((name) => [name, { status: "found" as const, value: `of ${name}`, quotes: [] }]),
  )
  const row = { ...tableRow([], [], "d0", 0), cells: Object.fromEntries(cells) }
  const { columns: given, rows: found } = await queryRows({
    sql: "SELECT * FROM rows",
    columns: odd,
    rows: [row],
  })
  expect(given).toEqual(["document_id", "status", "row_index", ...names])
  expect(found[0]!.values.slice(3)).toEqual(names.map((name) => `of ${name}`))
  const one = await queryRows({
    sql: `SELECT "a""b", "order by" FROM rows WHERE "select" = 'of select'`,
    columns: odd,
    rows: [row],
  })
  expect(one.rows[0]).toMatchObject({ values: [`of a"b`, "of order by"], rowIndexes: [0] })
})

it("a column of the table keeps its name, ours of the same gets out of its way", async () => {
  const own = tableColumns({ Status: "text", document_id: "text", _document_id: "text" })
  const names = queryColumns(own).map(({ name }) => name)
  expect(names).toEqual(["__document_id", "_status", "row_index", "Status", "document_id", "_document_id"])
  const result = await queryRows({
    sql: "SELECT status, _status, __document_id FROM rows",
    columns: own,
    rows: tableRows(own, [["in force", "A-1", "x"]]),
  })
  expect(result.rows[0]!.values).toEqual(["in force", "answered", "d0"])
})

it.each([
  ["names that differ in case only", { law: "text", Law: "text" }, "Law"],
  ["an empty name", { "": "text" }, ""],
  ["a name with NUL", { "a\0": "text" }, "a\0"],
] as const)("refuses %s by name, before SQLite is loaded", async (_, types, value) => {
  await expect(queryRows({ sql: "SELECT 1", columns: tableColumns(types), rows: [] })).rejects.toMatchObject({
    name: "InvalidArgumentError",
    argument: "columns",
    value,
  })
})

it.each([[""], ["  "], ["SELECT 1\0; DROP TABLE rows"], [7], [`SELECT '${"x".repeat(100_000)}'`]])(
  "refuses the query %j as an argument",
  async (sql) => {
    await expect(queryRows({ sql: sql as string, columns, rows })).rejects.toMatchObject({
      name: "InvalidArgumentError",
      argument: "sql",
    })
  },
)

it("says what is wrong with a query that SQLite does not take", async () => {
  const failure = async (sql: string) =>
    ask(sql).catch((error) => ({ reason: error.reason, message: error.message }))
  expect(await failure("SELECT wage FROM rows")).toEqual({
    reason: "invalid",
    message: "The query is not valid: no such column: wage",
  })
  expect(await failure("SELECT law FROM contracts")).toMatchObject({
    message: expect.stringContaining("no such table: contracts"),
  })
  expect(await failure("-- nothing")).toMatchObject({ reason: "invalid" })
  expect(await failure("SELECT ?")).toMatchObject({ reason: "invalid" })
})

it("answers over no rows, and over none of their columns", async () => {
  const none = await queryRows({ sql: "SELECT COUNT(*), MAX(cap) FROM rows", columns, rows: [] })
  expect(none.rows.map(({ values }) => values)).toEqual([[0, null]])
  expect(await valuesOf("SELECT COUNT(*) FROM rows;")).toEqual([[4]])
})

it("cuts a result at maxRows and says so", async () => {
  const cut = await queryRows({ sql: "SELECT document_id FROM rows", columns, rows, limits: { maxRows: 2 } })
  expect(cut.rows.map(({ values }) => values[0])).toEqual(["d0", "d1"])
  expect(cut.truncated).toBe(true)
  const whole = await queryRows({
    sql: "SELECT document_id FROM rows",
    columns,
    rows,
    limits: { maxRows: 4 },
  })
  expect(whole.truncated).toBe(false)
})

it("rejects with the signal's reason, before and between rows", async () => {
  const reason = new Error("enough")
  await expect(queryRows({ sql: "SELECT 1", columns, rows, signal: AbortSignal.abort(reason) })).rejects.toBe(
    reason,
  )
  const controller = new AbortController()
  let looks = 0
  vi.spyOn(performance, "now").mockImplementation(() => {
    // Each look at the clock is a slice later, so that every row gives the event loop a turn.
    if (++looks === 50) controller.abort(reason)
    return looks * 20
  })
  try {
    const asked = queryRows(
      { sql: "SELECT 1", columns, rows: Array(200).fill(rows[0]), signal: controller.signal },
      tools,
    )
    await expect(asked).rejects.toBe(reason)
  } finally {
    vi.restoreAllMocks()
  }
  expect(looks).toBeLessThan(100)
})
