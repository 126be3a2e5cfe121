import { beforeAll, expect, it } from "vitest"
import { queryRows } from "../../../src/tables/query"
import { loadSQLite, type SQLite } from "../../../src/tables/query/engine/peer"
import { tableColumns, tableRow, tableRows } from "../../support/tables"

const columns = tableColumns({ law: "text", cap: "number", party: "text" })
const rows = tableRows(columns, [
  ["Ohio", 5, "A"],
  ["Texas", 3, "B"],
  ["Ohio", 8, "B"],
  [undefined, 1, "C"],
  ["Texas", 3, "C"],
])

/** One for all, since each takes a tenth of a second. */
let sqlite: SQLite
beforeAll(async () => {
  sqlite = await loadSQLite()
})
const tools = { load: async () => sqlite, clock: { now: () => 0 } }

/** The values of each row and the numbers of the rows that it says it came from. */
async function traced(sql: string, from = rows, types = columns) {
  const result = await queryRows({ sql, columns: types, rows: from }, tools)
  if (!result.traced) return "not traced"
  return result.rows.map(({ values, rowIndexes, documentIds }) => {
    expect(documentIds).toEqual([...new Set(rowIndexes.map((index) => from[index]!.documentId))])
    return [...values, [...rowIndexes]]
  })
}

it.each([
  [
    "SELECT party FROM rows WHERE law = 'Ohio'",
    [
      ["A", [0]],
      ["B", [2]],
    ],
  ],
  ["SELECT * FROM rows WHERE cap = 8", [["d2", "answered", 0, "Ohio", 8, "B", [2]]]],
  ["select ROWS.party from main.rows where rows.cap > 4 order by rows.cap desc limit 1", [["B", [2]]]],
  ["SELECT COUNT(*) FROM rows WHERE law = 'Texas'", [[2, [1, 4]]]],
  ["SELECT COUNT(*) AS n, AVG(cap) FROM rows", [[5, 4, [0, 1, 2, 3, 4]]]],
  ["SELECT COUNT(*) FROM rows WHERE cap > 100", [[0, []]]],
  [
    "SELECT law, COUNT(*) n FROM rows GROUP BY law HAVING n > 1 ORDER BY law",
    [
      ["Ohio", 2, [0, 2]],
      ["Texas", 2, [1, 4]],
    ],
  ],
  ["SELECT law FROM rows GROUP BY 1 ORDER BY COUNT(*) DESC, law LIMIT 1", [["Ohio", [0, 2]]]],
  ["SELECT round(AVG(cap), 1) FROM rows r WHERE r.law IS NOT NULL -- all\n;", [[4.8, [0, 1, 2, 4]]]],
  ["SELECT MAX(cap) FROM rows", [[8, [2]]]],
  ["SELECT law, MIN(cap), party FROM rows WHERE law = 'Ohio' GROUP BY law", [["Ohio", 5, "A", [0]]]],
  ["SELECT MIN(cap), MAX(cap) FROM rows", [[1, 8, [0, 1, 2, 3, 4]]]],
  [
    "SELECT max(cap, 4) FROM rows WHERE party = 'C'",
    [
      [4, [3]],
      [4, [4]],
    ],
  ],
  [
    "SELECT DISTINCT law FROM rows ORDER BY law LIMIT 2",
    [
      [null, [3]],
      ["Ohio", [0, 2]],
    ],
  ],
  [
    "SELECT DISTINCT cap IS DISTINCT FROM 3 AS other FROM rows ORDER BY 1",
    [
      [0, [1, 4]],
      [1, [0, 2, 3]],
    ],
  ],
  [
    "SELECT cap IS NOT DISTINCT FROM 3 FROM rows WHERE party = 'B'",
    [
      [1, [1]],
      [0, [2]],
    ],
  ],
  ["SELECT party FROM rows WHERE cap = (SELECT MAX(cap) FROM rows)", [["B", [2]]]],
  [
    "SELECT party, (SELECT COUNT(*) FROM rows b WHERE b.law = a.law) FROM rows AS a WHERE cap = 5",
    [["A", 2, [0]]],
  ],
  [
    "SELECT a.party, b.party FROM rows a JOIN rows b ON a.law = b.law AND a.cap < b.cap",
    [["A", "B", [0, 2]]],
  ],
  ['SELECT a.party, b.party FROM rows "a", rows [b] WHERE a.cap = 1 AND b.cap = 8', [["C", "B", [2, 3]]]],
  [
    "SELECT a.cap, COUNT(b.cap) FROM rows a LEFT JOIN rows b ON b.cap < a.cap WHERE a.party = 'C' GROUP BY a.document_id ORDER BY 1",
    [
      [1, 0, [3]],
      [3, 1, [3, 4]],
    ],
  ],
  [
    "SELECT party, lag(party) OVER (ORDER BY cap, party) FROM rows WHERE law = 'Ohio'",
    [
      ["A", null, [0]],
      ["B", "A", [2]],
    ],
  ],
  [
    "SELECT law, COUNT(*) OVER (PARTITION BY law) FROM rows WHERE law = 'Ohio'",
    [
      ["Ohio", 2, [0]],
      ["Ohio", 2, [2]],
    ],
  ],
  ["SELECT COUNT(*) FILTER (WHERE law = 'Ohio'), SUM(cap) FROM rows WHERE cap > 4", [[2, 13, [0, 2]]]],
  [
    "SELECT 'Ohio', COUNT(*) FROM rows WHERE law = 'Ohio' UNION ALL SELECT 'C', COUNT(*) FROM rows WHERE party = 'C'",
    [
      ["Ohio", 2, [0, 2]],
      ["C", 2, [3, 4]],
    ],
  ],
  [
    "SELECT law FROM rows WHERE cap = 3 UNION SELECT law FROM rows WHERE party = 'A' ORDER BY law",
    [
      ["Ohio", [0]],
      ["Texas", [1, 4]],
    ],
  ],
  [
    "WITH big AS (SELECT AVG(cap) a FROM rows) SELECT party FROM rows, big WHERE cap > a ORDER BY cap",
    [
      ["A", [0]],
      ["B", [2]],
    ],
  ],
  ["SELECT 'it''s FROM rows', \"party\" /* , ( */ FROM rows WHERE cap = 8", [["it's FROM rows", "B", [2]]]],
  [
    "SELECT document_id FROM (SELECT document_id, cap FROM rows WHERE law = 'Ohio') ORDER BY cap DESC",
    [
      ["d2", [2]],
      ["d0", [0]],
    ],
  ],
  [
    "WITH ohio AS (SELECT * FROM rows WHERE law = 'Ohio') SELECT document_id, cap FROM ohio ORDER BY cap",
    [
      ["d0", 5, [0]],
      ["d2", 8, [2]],
    ],
  ],
])("%s", async (sql, expected) => {
  expect(await traced(sql)).toEqual(expected)
})

it.each([
  ["SELECT law FROM rows EXCEPT SELECT 'Ohio'"],
  ["SELECT COUNT(*) FROM (SELECT law FROM rows GROUP BY law)"],
  ["WITH rows AS (SELECT 1 AS law) SELECT law FROM rows"],
  ["SELECT 1"],
  ["VALUES (1), (2)"],
  ["SELECT 'nobody' AS document_id"],
])("says that it does not know the rows of %s", async (sql) => {
  expect(await traced(sql)).toBe("not traced")
})

it("tells the rows of one document apart, by its own number where the query has it", async () => {
  const payments = [
    tableRow(columns, ["x", 1], "d0", 0),
    tableRow(columns, ["x", 2], "d0", 1),
    tableRow(columns, ["x", 3], "d1", 0),
  ]
  expect(await traced("SELECT SUM(cap) FROM rows GROUP BY document_id", payments)).toEqual([
    [3, [0, 1]],
    [3, [2]],
  ])
  expect(await traced("SELECT document_id FROM (SELECT * FROM rows) WHERE cap = 2", payments)).toEqual([
    ["d0", [0, 1]],
  ])
  const sql = "SELECT document_id, row_index FROM (SELECT * FROM rows) WHERE cap = 2"
  expect(await traced(sql, payments)).toEqual([["d0", 1, [1]]])
})

it("still traces where columns have taken names of the number of a row, and says so where all are taken", async () => {
  const two = tableColumns({ RowId: "text", oid: "text" })
  expect(await traced("SELECT rowid FROM rows", tableRows(two, [["a", "b"]]), two)).toEqual([["a", [0]]])
  const all = tableColumns({ rowid: "text", oid: "text", _rowid_: "text" })
  expect(await traced("SELECT rowid FROM rows", tableRows(all, [["a", "b", "c"]]), all)).toBe("not traced")
})

it("gives the result without its rows where only they pass a limit", async () => {
  const many = tableRows(
    columns,
    Array.from({ length: 2_000 }, () => ["x".repeat(50), 1]),
  )
  const result = await queryRows({
    sql: "SELECT law, COUNT(*) FROM rows GROUP BY law",
    columns,
    rows: many,
    limits: { maxSteps: 50_000 },
  })
  expect(result).toMatchObject({ traced: false, rows: [{ values: ["x".repeat(50), 2_000], rowIndexes: [] }] })
})
