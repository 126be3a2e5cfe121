// biome-ignore-all assist/source/organizeImports: the counting comes first, since only what is compiled behind it is counted.
import { runs, slowRuns } from "./runs"
import { expect, it } from "vitest"
import { tableToCSV, tableToMarkdown } from "../../src/tables/export"
import { tracedSQL } from "../../src/tables/query/trace/traced-sql"
import { tableColumns, tableRows } from "../support/tables"

const columns = tableColumns({ text: "text" })
const formulas = ["=", ";=", "; ", "\n="]
const parts = ["COUNT(", "MIN(1,", "(SELECT ", "/*", "--", "`", ", ", " UNION ALL SELECT 1 FROM rows"]

it("an export takes time in proportion to its texts", () => {
  const read = (text: string) => {
    const table = { columns, rows: tableRows(columns, [[text]]) }
    return tableToCSV(table) + tableToMarkdown(table)
  }
  read("warm up")
  expect(slowRuns([...runs, ...formulas], read)).toEqual([])
})

it("a statement is read in time in proportion to its length", () => {
  const read = (text: string) => tracedSQL(`SELECT COUNT(*) FROM rows WHERE ${text}`, "rows", "rowid")
  read("law = 'x'")
  expect(slowRuns([...runs, ...parts], read)).toEqual([])
})
