import type { PGlite } from "@electric-sql/pglite"
import { afterAll, beforeAll, expect, it } from "vitest"
import { postgresVectorStore } from "../../../src/adapters/postgres"
import { scriptsFrom } from "../../support/scripts"
import { startWriter, writerSource } from "../kit/writer"
import { killedWriters, twoProcesses } from "../kit/writer/processes"
import { startPostgres } from "./database"

const scripts = scriptsFrom([writerSource])
let database: PGlite
beforeAll(async () => {
  database = await startPostgres()
})
afterAll(() => database.close())

it("two processes that put one document at once end with one of the puts, whole, and leave nothing else", async () => {
  const schema = "two_writers"
  const store = postgresVectorStore({ client: database, schema })
  await twoProcesses(() => startWriter(scripts, { store: "postgres", schema }, database), store)
  const { rows } = await database.query(
    `SELECT count(DISTINCT write)::int AS writes FROM ${schema}.spd_rag_chunks`,
  )
  expect(rows).toEqual([{ writes: 1 }])
}, 3_600_000)

it("a writer that is killed leaves the old or the new revision, and nothing acknowledged is lost", async () => {
  await killedWriters(
    (kill, point) => startWriter(scripts, { store: "postgres", schema: `killed_${point}`, kill }, database),
    (point) => postgresVectorStore({ client: database, schema: `killed_${point}` }),
  )
}, 3_600_000)
