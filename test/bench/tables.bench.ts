/** Ten thousand rows of twenty columns: queried, exported. Run by `npm run bench -- tables`. */
import type { TableCell, TableColumn, TableData, TableRow } from "spd-rag"
import { queryRows, tableToCSV, tableToJSON, tableToMarkdown, tableToXLSX } from "spd-rag/tables"

const rowCount = 10_000
const columns: readonly TableColumn[] = Array.from({ length: 20 }, (_, at) => ({
  name: `column ${at}`,
  type: at % 2 === 0 ? "number" : "text",
  required: false,
  nullable: true,
  schema: {},
}))

function cellOf(row: number, at: number): TableCell {
  const value = at % 2 === 0 ? row * at : `value ${(row * at) % 97} of some words`
  const text = `the clause says ${value}`
  return {
    status: "found",
    value,
    quotes: [{ text, chunkId: `d${row}#${at}`, start: at, end: at + text.length }],
    support: "quoted",
  }
}

function made(): TableData {
  const rows = Array.from({ length: rowCount }, (_, row): TableRow => {
    const cells = Object.fromEntries(columns.map(({ name }, at) => [name, cellOf(row, at)]))
    const values = Object.fromEntries(Object.entries(cells).map(([name, { value }]) => [name, value]))
    return { documentId: `d${row}`, title: `Document ${row}`, index: 0, status: "answered", values, cells }
  })
  return { columns, rows }
}

/** Milliseconds of processor time and of the clock, at best of three. */
async function measure(name: string, run: () => unknown): Promise<void> {
  let best = { cpuMs: Number.POSITIVE_INFINITY, ms: Number.POSITIVE_INFINITY }
  let longestMs = 0
  for (let round = 0; round < 3; round++) {
    let last = performance.now()
    const watch = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - last)
      last = performance.now()
    }, 5)
    const before = process.cpuUsage()
    const start = performance.now()
    await run()
    const { user, system } = process.cpuUsage(before)
    best = {
      cpuMs: Math.min(best.cpuMs, (user + system) / 1_000),
      ms: Math.min(best.ms, performance.now() - start),
    }
    longestMs = Math.max(longestMs, performance.now() - last)
    clearInterval(watch)
  }
  const round = (ms: number) => Math.round(ms)
  console.log(
    `${name}: ${round(best.ms)} ms, processor ${round(best.cpuMs)} ms, longest stretch ${round(longestMs)} ms`,
  )
}

globalThis.gc?.()
const before = process.memoryUsage().heapUsed
const table = made()
globalThis.gc?.()
console.log(
  `${rowCount} rows of ${columns.length}: ${Math.round((process.memoryUsage().heapUsed - before) / 1e6)} MB of cells with a quote each`,
)
await measure("built", made)
const query = (sql: string) => queryRows({ sql, columns: table.columns, rows: table.rows })
await measure("counted", () => query("SELECT COUNT(*) FROM rows"))
await measure("grouped", () =>
  query(`SELECT "column 1", COUNT(*), SUM("column 2") FROM rows GROUP BY 1 ORDER BY 2 DESC`),
)
await measure("filtered and ordered", () =>
  query(
    `SELECT document_id, "column 3" FROM rows WHERE "column 5" LIKE '%7 of%' ORDER BY "column 4" DESC LIMIT 50`,
  ),
)
await measure("all of it", () => query("SELECT * FROM rows"))
await measure("CSV", () => tableToCSV(table))
await measure("CSV with quotes and citations", () => tableToCSV(table, { quotes: true, citations: true }))
await measure("Markdown", () => tableToMarkdown(table))
await measure("JSON", () => JSON.stringify(tableToJSON(table)))
await measure("XLSX", () => tableToXLSX(table))
