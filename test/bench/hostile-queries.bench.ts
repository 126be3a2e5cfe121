/**
 * Queries that a hostile model could write, over cells of a megabyte: milliseconds of each, megabytes beside its rows, and how
 * it ended. Run by `npm run bench -- hostile`; `SPD_RAG_QUERY` runs those whose names hold it.
 */
import { queryRows } from "../../src/tables/query"
import { loadSQLite } from "../../src/tables/query/engine/peer"
import { hostileColumns, hostileQueries, hostileRows } from "../support/hostile"

const wanted = process.env.SPD_RAG_QUERY ?? ""
const rows = hostileRows(1_000_000)
await loadSQLite()
const worst = { ms: 0, stretchMs: 0, megabytes: 0 }

/** Milliseconds between two looks at the clock, of which a query takes one at every stretch that nothing can stop. */
function stretches() {
  let last: number | undefined
  let longest = 0
  const now = () => {
    const at = performance.now()
    if (last !== undefined) longest = Math.max(longest, at - last)
    last = at
    return at
  }
  return { clock: { now }, longestMs: () => longest }
}

for (const [name, of, sql] of hostileQueries(900_000).filter(([name]) => name.includes(wanted))) {
  globalThis.gc?.()
  const start = performance.now()
  const sqlite = await loadSQLite()
  const startBytes = sqlite.wasm.memory.buffer.byteLength
  const { clock, longestMs } = stretches()
  const asked = queryRows(
    { sql, columns: hostileColumns, rows: rows[of] },
    { load: async () => sqlite, clock },
  )
  const ended = await asked.then(
    ({ rows: found }) => `${found.length} rows`,
    (error) => `${error.reason ?? error} ${error.limit ?? ""}`,
  )
  const ms = performance.now() - start
  const megabytes = (sqlite.wasm.memory.buffer.byteLength - startBytes) / 1e6
  worst.ms = Math.max(worst.ms, ms)
  worst.stretchMs = Math.max(worst.stretchMs, longestMs())
  worst.megabytes = Math.max(worst.megabytes, megabytes)
  console.log(
    `${name}: ${Math.round(ms)} ms, longest stretch ${Math.round(longestMs())} ms, ${Math.round(megabytes)} MB, ${ended}`,
  )
}
console.log(
  `worst: ${Math.round(worst.ms)} ms, stretch ${Math.round(worst.stretchMs)} ms, ${Math.round(worst.megabytes)} MB`,
)
