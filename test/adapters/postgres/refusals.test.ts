import { PGlite } from "@electric-sql/pglite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type PostgresClient, postgresVectorStore } from "../../../src/adapters/postgres"
import { InvalidArgumentError, ProviderError } from "../../../src/errors"
import { listed, putOf } from "../../../src/testing/suites/vector-store/fixtures"
import { assertWhole } from "../../../src/testing/suites/vector-store/writing"
import { startPostgres } from "./database"

let database: PGlite
beforeAll(async () => {
  database = await startPostgres()
})
afterAll(() => database.close())

const one = putOf("a", "r1", [[1, 0]])
const next = putOf("a", "r2", [
  [1, 0],
  [0, 1],
])

/** The database behind a wire that fails as `fault` says, asked ahead of each statement and after it. */
function faulty(fault: (sql: string, call: number, when: "before" | "after") => void): PostgresClient {
  let calls = 0
  return {
    async query(sql, values) {
      const call = ++calls
      fault(sql, call, "before")
      const result = (await database.query(sql, values)) as unknown as { rows: [] }
      fault(sql, call, "after")
      return result
    },
  }
}

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as Error & { retryable?: boolean },
  )

it("takes a schema that another process made at the same moment", async () => {
  const client: PostgresClient = {
    async query(sql, values) {
      const result = (await database.query(sql, values)) as unknown as { rows: [] }
      if (!/^CREATE SCHEMA/.test(sql)) return result
      throw Object.assign(new Error("duplicate key value violates unique constraint"), { code: "23505" })
    },
  }
  const store = postgresVectorStore({ client, schema: "made_meanwhile" })
  await store.put(one)
  await assertWhole(store, one)
})

describe("what postgresVectorStore refuses, with what to do", () => {
  it("a server without pgvector", async () => {
    const plain = new PGlite()
    const error = await errorOf(postgresVectorStore({ client: plain }).put(one))
    expect(error).toBeInstanceOf(InvalidArgumentError)
    expect(error!.message).toMatch(/extension `vector` \(install pgvector/)
    const { rows } = await plain.query("SELECT 1 FROM pg_class WHERE relname LIKE 'spd_rag%'")
    expect(rows).toEqual([])
    await plain.close()
  })

  it("a user without the right to create the extension", async () => {
    const client: PostgresClient = {
      async query(sql) {
        if (sql.includes("pg_extension")) return []
        throw Object.assign(new Error('permission denied to create extension "vector"'), { code: "42501" })
      },
    }
    const error = await errorOf(postgresVectorStore({ client }).get({ documentId: "a" }))
    expect(error).toBeInstanceOf(InvalidArgumentError)
    expect(error!.message).toContain("administrator run `CREATE EXTENSION vector`")
  })

  it("a table of the same name that is someone else's, which stays as it is", async () => {
    await database.exec("CREATE SCHEMA taken; CREATE TABLE taken.spd_rag_documents (mine int)")
    const error = await errorOf(postgresVectorStore({ client: database, schema: "taken" }).put(one))
    expect(error).toBeInstanceOf(InvalidArgumentError)
    expect(error!.message).toMatch(/`spd_rag_documents` is a table of spd-rag .*no column.*another schema/)
    const { rows } = await database.query(
      "SELECT relname FROM pg_class WHERE relnamespace = 'taken'::regnamespace AND relkind = 'r'",
    )
    expect(rows).toEqual([{ relname: "spd_rag_documents" }])
  })

  it("a set of a later format", async () => {
    const store = () => postgresVectorStore({ client: database, schema: "later" })
    await store().put(one)
    await database.exec("UPDATE later.spd_rag_sets SET value = '99' WHERE name = 'format'")
    const error = await errorOf(store().get({ documentId: "a" }))
    expect(error).toBeInstanceOf(InvalidArgumentError)
    expect(error!.message).toMatch(/later version.*upgrade/)
  })

  it("vectors longer than pgvector stores or indexes", async () => {
    const store = postgresVectorStore({ client: database, schema: "long" })
    const long = (length: number) => putOf("a", "r1", [Array.from({ length }, () => 1)])
    await store.put(long(16_000))
    await expect(store.put(long(16_001))).rejects.toThrow(/at most 16000 numbers/)
    await assertWhole(store, long(16_000))
    expect(() => postgresVectorStore({ client: database, hnsw: { dimensions: 2_001 } })).toThrow(
      /hnsw.dimensions.*1 to 2000/,
    )
  })

  it("options and clients that make no sense", async () => {
    expect(() => postgresVectorStore({ client: {} as never })).toThrow(InvalidArgumentError)
    for (const schema of ["", 'a"b', "a b", "x".repeat(64)])
      expect(() => postgresVectorStore({ client: database, schema })).toThrow(/Expected `schema`/)
    const mute = postgresVectorStore({ client: { query: async () => undefined as never } })
    await expect(mute.get({ documentId: "a" })).rejects.toThrow(/array of rows/)
  })
})

describe("a connection that is lost", () => {
  it("at any statement, before or after it, leaves the old or the new revision, and a repeated put completes it", async () => {
    const plain = postgresVectorStore({ client: database, schema: "lost" })
    const revisions = new Set<string>()
    for (let call = 1; ; call++) {
      let reached = false
      for (const when of ["before", "after"] as const) {
        await plain.put(one)
        const client = faulty((_, here, phase) => {
          if (here !== call || phase !== when) return
          reached = true
          throw Object.assign(new Error("Connection terminated unexpectedly"), { code: "ECONNRESET" })
        })
        const error = await errorOf(postgresVectorStore({ client, schema: "lost" }).put(next))
        if (reached)
          expect(error).toMatchObject({ name: "ProviderError", provider: "postgres", retryable: true })
        const { revision } = (await plain.get({ documentId: "a" }))!
        revisions.add(revision)
        await assertWhole(plain, revision === "r1" ? one : next)
        await plain.put(next)
        await assertWhole(plain, next)
      }
      if (!reached) break
    }
    expect(revisions).toEqual(new Set(["r1", "r2"]))
  })

  it("while the tables are made leaves nothing half: the next call makes them", async () => {
    for (let call = 1, failed = true; failed; call++) {
      const schema = `half_${call}`
      const client = faulty((_, here, when) => {
        if (here === call && when === "after") throw Object.assign(new Error("reset"), { code: "ECONNRESET" })
      })
      const store = postgresVectorStore({ client, schema })
      failed = (await errorOf(store.put(one))) !== undefined
      if (failed) await store.put(one)
      const other = postgresVectorStore({ client: database, schema })
      await assertWhole(other, one)
      expect(await listed(other)).toHaveLength(1)
    }
  })
})

describe("an error of Postgres", () => {
  it("carries the code, and words only where they quote no value", async () => {
    const secret = "the purchase price is 4,711,000"
    const cases = [
      { code: "22P02", retryable: false },
      { code: "23505", retryable: false },
      { code: "40P01", retryable: true },
      { code: "57P01", retryable: true },
      { code: "53300", retryable: true },
      { code: "42P01", retryable: false },
    ]
    for (const { code, retryable } of cases) {
      const client = {
        query: () =>
          Promise.reject(Object.assign(new Error(`failed: ${code === "22P02" ? secret : ""}`), { code })),
      }
      const error = await errorOf(postgresVectorStore({ client }).get({ documentId: "a" }))
      expect(error).toBeInstanceOf(ProviderError)
      expect(error).toMatchObject({ retryable })
      expect(error!.message).toContain(code)
      expect(JSON.stringify(error) + error!.message).not.toContain("4,711")
    }
  })
})

it("two stores that make the same tables at once both work", async () => {
  const stores = [1, 2, 3].map(() => postgresVectorStore({ client: database, schema: "at_once" }))
  await Promise.all(stores.map((store) => store.put(one)))
  await assertWhole(stores[2]!, one)
})

it("works in the schema that the connection finds first, with any shape of rows", async () => {
  const client: PostgresClient = {
    query: async (sql, values) => ((await database.query(sql, values)) as unknown as { rows: [] }).rows,
  }
  const store = postgresVectorStore({ client })
  await store.put(one)
  await assertWhole(store, one)
  const { rows } = await database.query("SELECT to_regclass('public.spd_rag_documents')::text AS name")
  expect(rows).toEqual([{ name: "spd_rag_documents" }])
})
