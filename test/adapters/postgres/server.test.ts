import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { postgresVectorStore } from "../../../src/adapters/postgres"
import type { VectorStore } from "../../../src/contracts"
import { describeVectorStore } from "../../../src/testing/suites/vector-store"
import { scriptsFrom } from "../../support/scripts"
import { putInRounds } from "../kit/rounds"
import { startWriter, writerSource } from "../kit/writer"
import { killedWriters, twoProcesses } from "../kit/writer/processes"

const url = process.env.SPD_RAG_POSTGRES_URL

if (url === undefined) {
  console.log("postgres: set SPD_RAG_POSTGRES_URL to run the suite on a real server; skipped")
  it("needs SPD_RAG_POSTGRES_URL", () => expect(url).toBeUndefined())
} else {
  let pool: InstanceType<typeof pg.Pool>
  beforeAll(async () => {
    pool = new pg.Pool({ connectionString: url, max: 10 })
  })
  afterAll(() => pool.end())

  let made = 0
  const newSchema = () => `spd_rag_test_${process.pid}_${made++}`
  const drop = (schema: string) => pool.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`, [])
  const schemas = new Map<VectorStore, string>()
  for (const [name, options] of [
    ["exact", {}],
    ["with an HNSW index", { hnsw: { dimensions: 4 } }],
  ] as const) {
    describeVectorStore(`postgresVectorStore on a real server, ${name}`, {
      describe,
      it,
      create() {
        const schema = newSchema()
        const store = postgresVectorStore({ client: pool, schema, ...options })
        schemas.set(store, schema)
        return store
      },
      reopen: (store) => postgresVectorStore({ client: pool, schema: schemas.get(store)!, ...options }),
      dispose: async (store) => void (await drop(schemas.get(store)!)),
    })
  }

  describe("writers on a real server", () => {
    const scripts = scriptsFrom([writerSource])
    it("24 puts at once on ten connections end with one of them, whole, and leave nothing else", async () => {
      const schema = newSchema()
      const [one, two] = [0, 1].map(() => postgresVectorStore({ client: pool, schema })) as [
        VectorStore,
        VectorStore,
      ]
      await putInRounds([one, two], 4)
      const counted = await pool.query(
        `SELECT count(DISTINCT write)::int AS writes FROM "${schema}".spd_rag_chunks`,
        [],
      )
      expect(counted.rows).toEqual([{ writes: 1 }])
      await drop(schema)
    }, 3_600_000)

    it("two processes end with one of the puts, whole", async () => {
      const schema = newSchema()
      await twoProcesses(
        () => startWriter(scripts, { store: "postgres", url, schema }),
        postgresVectorStore({ client: pool, schema }),
      )
      await drop(schema)
    }, 3_600_000)

    it("a writer that is killed leaves the old or the new revision, and nothing acknowledged is lost", async () => {
      const first = newSchema()
      await killedWriters(
        (kill, point) => startWriter(scripts, { store: "postgres", url, schema: `${first}_${point}`, kill }),
        (point) => postgresVectorStore({ client: pool, schema: `${first}_${point}` }),
      )
      for (let point = 0; point < 40; point++) await drop(`${first}_${point}`)
    }, 3_600_000)
  })
}
