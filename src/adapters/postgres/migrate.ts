import { InvalidArgumentError, ProviderError } from "../../errors"
import { codeOf, type RunStatement } from "./client"
import { columns, type Tables, tablesIn } from "./tables"

/** Of the tables; raised with each step that is added to `steps`. */
const formatVersion = 1

/** Any number that no one else locks. */
const lock = 7_210_993_518

/** What brings the tables from one version to the next; each may run on what it has made already. */
const steps: readonly ((tables: Tables) => readonly string[])[] = [
  ({ documents, chunks, sets, writes, vector }) => [
    `CREATE TABLE IF NOT EXISTS ${sets} (name text PRIMARY KEY, value text NOT NULL)`,
    `CREATE SEQUENCE IF NOT EXISTS ${writes}`,
    `CREATE TABLE IF NOT EXISTS ${documents} (
      document_key text PRIMARY KEY,
      place bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
      write bigint NOT NULL,
      revision text NOT NULL,
      dimensions integer NOT NULL,
      chunk_count integer NOT NULL,
      document text NOT NULL)`,
    `CREATE TABLE IF NOT EXISTS ${chunks} (
      write bigint NOT NULL,
      position integer NOT NULL,
      document_key text NOT NULL,
      embedding ${vector},
      chunk text NOT NULL,
      PRIMARY KEY (write, position))`,
    `CREATE INDEX IF NOT EXISTS spd_rag_chunks_by_document ON ${chunks} (document_key)`,
  ],
]

/**
 * Makes the tables, or brings older ones to this version: in one transaction, by one process at a time.
 *
 * @throws InvalidArgumentError where the database can't hold the set, with what to do.
 */
export async function migrate(
  run: RunStatement,
  schema: string | undefined,
  hnswDimensions: number | undefined,
): Promise<Tables> {
  const tables = tablesIn(schema, await extensionSchema(run))
  if (schema !== undefined) await makeSchema(run, schema)
  const version = await versionOf(run, schema, tables)
  if (version > formatVersion) {
    const expected = `a set of format ${formatVersion} or less: a later version of spd-rag made this one (upgrade, or name another schema)`
    throw new InvalidArgumentError("schema", version, expected)
  }
  const statements = steps.slice(version).flatMap((step) => step(tables))
  if (version < formatVersion) {
    statements.push(`INSERT INTO ${tables.sets} (name, value) VALUES ('format', '${formatVersion}')
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
  }
  if (hnswDimensions !== undefined) statements.push(hnswIndex(tables, hnswDimensions))
  if (statements.length > 0) {
    const body = [`PERFORM pg_advisory_xact_lock(${lock})`, ...statements].join(";\n")
    await run(`DO $spd_rag$ BEGIN\n${body};\nEND $spd_rag$`, [], undefined)
  }
  return tables
}

async function extensionSchema(run: RunStatement): Promise<string> {
  const find = async () => {
    const sql = `SELECT n.nspname AS name FROM pg_extension e
      JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector'`
    return (await run(sql, [], undefined))[0]?.name as string | undefined
  }
  const found = await find()
  if (found !== undefined) return found
  try {
    await run("CREATE EXTENSION IF NOT EXISTS vector", [], undefined)
  } catch (error) {
    const code = error instanceof ProviderError ? codeOf(error) : undefined
    // Another process may have made it at the same moment.
    const made = await find()
    if (made !== undefined) return made
    if (code === "42501") {
      const expected =
        "a database with the extension `vector`, which this user may not create (let an administrator run `CREATE EXTENSION vector`)"
      throw new InvalidArgumentError("client", undefined, expected, { cause: error })
    }
    if (code === "0A000" || code === "58P01" || code === "42704") {
      const expected =
        "a server that has the extension `vector` (install pgvector on it, or with PGlite give its extension)"
      throw new InvalidArgumentError("client", undefined, expected, { cause: error })
    }
    throw error
  }
  return (await find()) ?? "public"
}

async function makeSchema(run: RunStatement, schema: string): Promise<void> {
  const find = async () => {
    const rows = await run("SELECT 1 AS one FROM pg_namespace WHERE nspname = $1::text", [schema], undefined)
    return rows.length > 0
  }
  if (await find()) return
  try {
    await run(`CREATE SCHEMA IF NOT EXISTS "${schema}"`, [], undefined)
  } catch (error) {
    // Another process may have made it at the same moment, which `IF NOT EXISTS` does not see.
    if (!(await find())) throw error
  }
}

/** 0 where there are no tables yet. @throws InvalidArgumentError where a table of the name is someone else's. */
async function versionOf(run: RunStatement, schema: string | undefined, tables: Tables): Promise<number> {
  const sql = `SELECT c.relname AS table_name, a.attname AS column_name FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = ${schema === undefined ? "current_schema()" : "$1::text"})
      AND c.relname IN ('spd_rag_documents', 'spd_rag_chunks', 'spd_rag_sets')`
  const rows = await run(sql, schema === undefined ? [] : [schema], undefined)
  for (const [table, wanted] of Object.entries(columns)) {
    const found = rows.filter(({ table_name }) => table_name === table).map(({ column_name }) => column_name)
    const lacking = found.length === 0 ? undefined : wanted.find((column) => !found.includes(column))
    if (lacking !== undefined) {
      const expected = `one in which \`${table}\` is a table of spd-rag (this one has no column \`${lacking}\`; name another schema)`
      throw new InvalidArgumentError("schema", schema, expected)
    }
  }
  if (!rows.some(({ table_name }) => table_name === "spd_rag_sets")) return 0
  const [format] = await run(`SELECT value FROM ${tables.sets} WHERE name = 'format'`, [], undefined)
  return Number(format?.value ?? 0)
}

/** Only rows of its own length: other sets may share the table with other embedders. */
function hnswIndex({ chunks, vector }: Tables, dimensions: number): string {
  const extension = vector.replace(/\.vector$/, "")
  return `CREATE INDEX IF NOT EXISTS spd_rag_chunks_hnsw_${dimensions} ON ${chunks}
    USING hnsw ((embedding::${vector}(${dimensions})) ${extension}.vector_cosine_ops)
    WHERE ${extension}.vector_dims(embedding) = ${dimensions}`
}
