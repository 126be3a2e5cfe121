import { expect, it } from "vitest"
import { queryRows } from "../../../src/tables/query"
import { loadSQLite } from "../../../src/tables/query/engine/peer"
import { hostileColumns, hostileQueries, hostileRows } from "../../support/hostile"

const rows = hostileRows(5_000)
const limits = { maxSteps: 100_000, maxBytes: 4_000_000 }
/** Rows of `long`, of which SQLite takes pages of 8 kB each. */
const rowsBytes = 1_000_000

it.each(hostileQueries(9_000))("%s, over %s rows", async (_, of, sql, ends) => {
  const sqlite = await loadSQLite()
  const { memory } = sqlite.wasm
  const startBytes = memory.buffer.byteLength
  // A clock that stands still: steps and bytes alone can stop it.
  const tools = { clock: { now: () => 0 }, load: async () => sqlite }
  const ended = await queryRows({ sql, columns: hostileColumns, rows: rows[of], limits }, tools).then(
    () => "answered",
    (error) => (error.name === "QueryError" ? error.reason : error),
  )
  expect(ended).toBe(ends)
  expect(memory.buffer.byteLength - startBytes).toBeLessThanOrEqual(limits.maxBytes + rowsBytes)
})
