import type { PGlite } from "@electric-sql/pglite"
import { afterAll, beforeAll, describe, it } from "vitest"
import { postgresVectorStore } from "../../../src/adapters/postgres"
import type { VectorStore } from "../../../src/contracts"
import { describeVectorStore } from "../../../src/testing/suites/vector-store"
import { expectSameSearches } from "../../support/same-searches"
import { startPostgres } from "./database"

let database: PGlite
beforeAll(async () => {
  database = await startPostgres()
})
afterAll(() => database.close())

let made = 0
for (const [name, options] of [
  ["on PGlite", {}],
  ["on PGlite with an HNSW index", { hnsw: { dimensions: 4 } }],
] as const) {
  const schemas = new Map<VectorStore, string>()
  describeVectorStore(`postgresVectorStore ${name}`, {
    describe,
    it,
    create() {
      const schema = `set_${made++}`
      const store = postgresVectorStore({ client: database, schema, ...options })
      schemas.set(store, schema)
      return store
    },
    reopen: (store) => postgresVectorStore({ client: database, schema: schemas.get(store)!, ...options }),
    async dispose(store) {
      await database.exec(`DROP SCHEMA IF EXISTS "${schemas.get(store)}" CASCADE`)
    },
  })
}

it("searches shared by documents find what each document's own search finds, in its order", () =>
  expectSameSearches(postgresVectorStore({ client: database, schema: "same_searches" })))
