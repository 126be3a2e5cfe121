import { PGlite } from "@electric-sql/pglite"
import { vector } from "@electric-sql/pglite-pgvector"

/** An embedded Postgres with pgvector, in memory. */
export function startPostgres(): PGlite {
  return new PGlite({ extensions: { vector } })
}
