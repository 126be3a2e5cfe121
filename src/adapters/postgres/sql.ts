import type { DocumentFilter } from "../../contracts/filter"
import { filterSql } from "./filter"
import type { Tables } from "./tables"

/** One statement and its values; every value is text, which each client passes on as it is. */
export interface Statement {
  readonly sql: string
  readonly values: readonly string[]
}

/** A document by its key, at a revision as JSON: a text of Postgres holds no NUL character. */
export interface KeyedRevision {
  readonly key: string
  readonly revision: string
}

export const revisionText = (revision: string): string => JSON.stringify(revision)

/**
 * Replaces a document in one statement. Chunks carry the number of their write, and the document says which write is
 * current, so that the rows of two writers never meet. `fresh` where there was no such document; no row where the set
 * was made with another embedder, which `setInfo` with `ifEmpty` waits to see.
 */
export function replaceDocument(
  { documents, chunks, sets, writes, vector }: Tables,
  row: KeyedRevision & {
    readonly dimensions: number
    readonly chunkCount: number
    readonly document: string
    /** As JSON; empty where it is not known. */
    readonly embedder: string
  },
  chunkRows: string,
): Statement {
  const sql = `WITH given AS (SELECT nextval('${writes}') AS write),
    other AS (
      SELECT 1 FROM ${sets} s WHERE s.name = 'info'
        AND s.value::jsonb->'embedder' <> NULLIF($7::text, '')::jsonb FOR SHARE),
    kept AS (
      INSERT INTO ${documents} AS d (document_key, write, revision, dimensions, chunk_count, document)
      SELECT $1::text, given.write, $2::text, $3::text::int, $4::text::int, $5::text FROM given
      WHERE NOT EXISTS (SELECT 1 FROM other)
      ON CONFLICT (document_key) DO UPDATE SET write = excluded.write, revision = excluded.revision,
        dimensions = excluded.dimensions, chunk_count = excluded.chunk_count, document = excluded.document
      RETURNING d.write AS write, d.xmax = 0 AS fresh),
    gone AS (DELETE FROM ${chunks} c USING kept WHERE c.document_key = $1::text AND c.write <> kept.write),
    added AS (
      INSERT INTO ${chunks} (write, position, document_key, embedding, chunk)
      SELECT kept.write, n.place - 1, $1::text, (n.value->>0)::${vector}, n.value->>1
      FROM kept, json_array_elements($6::text::json) WITH ORDINALITY AS n(value, place))
    SELECT fresh::text AS fresh FROM kept`
  const { key, revision, dimensions, chunkCount, document, embedder } = row
  const values = [key, revision, String(dimensions), String(chunkCount), document, chunkRows, embedder]
  return { sql, values }
}

/** Chunks that a statement could not see, since their writer finished beside it. All that is visible and not current is dead. */
export function removeLeftovers({ documents, chunks }: Tables, key: string): Statement {
  const sql = `DELETE FROM ${chunks} c WHERE c.document_key = $1::text AND NOT EXISTS (
    SELECT 1 FROM ${documents} d WHERE d.document_key = c.document_key AND d.write = c.write)`
  return { sql, values: [key] }
}

export function removeDocument({ documents, chunks }: Tables, key: string): Statement {
  const sql = `WITH gone AS (DELETE FROM ${documents} WHERE document_key = $1::text RETURNING document_key)
    DELETE FROM ${chunks} c USING gone WHERE c.document_key = gone.document_key`
  return { sql, values: [key] }
}

export function readDocument({ documents }: Tables, key: string): Statement {
  return { sql: `SELECT document FROM ${documents} WHERE document_key = $1::text`, values: [key] }
}

export function readDocumentsAfter(
  { documents }: Tables,
  place: string,
  limit: number,
  where?: DocumentFilter,
): Statement {
  const { conditions, values } = filterSql(where, 2)
  const all = ["d.place > $1::text::bigint", ...conditions].join(" AND ")
  const sql = `SELECT d.place::text AS place, d.document AS document FROM ${documents} d
    WHERE ${all} ORDER BY d.place LIMIT ${limit}`
  return { sql, values: [place, ...values] }
}

/** No row where the revision is not current; one row without chunk where the document has none. */
export function readChunks(
  tables: Tables,
  { key, revision }: KeyedRevision,
  withVectors: boolean,
): Statement {
  const sql = `SELECT c.chunk AS chunk${withVectors ? ", c.embedding::text AS vector" : ""}
    FROM ${tables.documents} d LEFT JOIN ${tables.chunks} c ON c.write = d.write
    WHERE d.document_key = $1::text AND d.revision = $2::text ORDER BY c.position`
  return { sql, values: [key, revision] }
}

const current = ({ documents }: Tables, place: number) => `current AS (
      SELECT n.place - 1 AS place, d.write, d.dimensions, d.chunk_count
      FROM json_array_elements($${place}::text::json) WITH ORDINALITY AS n(value, place)
      JOIN ${documents} d ON d.document_key = n.value->>0 AND d.revision = n.value->>1)`

const named = (documents: readonly KeyedRevision[]) =>
  JSON.stringify(documents.map(({ key, revision }) => [key, revision]))

/** A zero vector has no direction, which counts as a distance of 1. */
const distanceTo = ({ distance, vector }: Tables, query: string) =>
  `COALESCE(NULLIF(c.embedding ${distance} ${query}::${vector}, 'NaN'), 1)`

/**
 * The documents named that are current, one row each, and the nearest chunks. Exact: no index can serve an order by
 * `COALESCE`; the chunks of a document are found by their key.
 */
export function searchChunks(
  tables: Tables,
  documents: readonly KeyedRevision[],
  vector: string,
  dimensions: number,
  topK: number,
): Statement {
  const sql = `WITH ${current(tables, 1)},
    best AS (
      SELECT c.write, c.position, current.place, ${distanceTo(tables, "$2::text")} AS distance
      FROM current JOIN ${tables.chunks} c ON c.write = current.write
      WHERE current.dimensions = $3::text::int
      ORDER BY distance, current.place, c.position LIMIT $4::text::int)
    ${rowsOf(tables)}`
  return { sql, values: [named(documents), vector, String(dimensions), String(topK)] }
}

/** The same by the HNSW index, which may miss some: the order is of the bare distance. */
export function searchChunksByIndex(
  tables: Tables,
  documents: readonly KeyedRevision[],
  vector: string,
  dimensions: number,
  topK: number,
): Statement {
  const extension = tables.vector.replace(/\.vector$/, "")
  const sized = `${tables.vector}(${dimensions})`
  const sql = `WITH ${current(tables, 1)},
    near AS MATERIALIZED (
      SELECT c.write, c.position, c.embedding FROM ${tables.chunks} c
      WHERE ${extension}.vector_dims(c.embedding) = ${dimensions} AND c.write IN (SELECT write FROM current)
      ORDER BY c.embedding::${sized} ${tables.distance} $2::text::${sized} LIMIT $4::text::int),
    best AS (
      SELECT c.write, c.position, current.place, ${distanceTo(tables, "$2::text")} AS distance
      FROM near c JOIN current ON current.write = c.write WHERE current.dimensions = $3::text::int)
    ${rowsOf(tables)}`
  return { sql, values: [named(documents), vector, String(dimensions), String(topK)] }
}

const rowsOf = ({ chunks }: Tables) => `SELECT current.place::int AS place, current.dimensions AS dimensions,
      current.chunk_count AS chunk_count, NULL::int AS position, NULL::float8 AS distance, NULL::text AS chunk
    FROM current
    UNION ALL
    SELECT best.place::int, NULL, NULL, best.position, best.distance::float8, c.chunk
    FROM best JOIN ${chunks} c ON c.write = best.write AND c.position = best.position`

/** The nearest chunks of each document by itself, exact; none for other dimensions. */
export function searchEachDocument(
  tables: Tables,
  documents: readonly KeyedRevision[],
  vector: string,
  dimensions: number,
  topK: number,
): Statement {
  const sql = `WITH ${current(tables, 1)}
    SELECT current.place::int AS place, best.position AS position, best.distance::float8 AS distance
    FROM current CROSS JOIN LATERAL (
      SELECT c.position, ${distanceTo(tables, "$2::text")} AS distance FROM ${tables.chunks} c
      WHERE c.write = current.write AND current.dimensions = $3::text::int
      ORDER BY distance, c.position LIMIT $4::text::int) best`
  return { sql, values: [named(documents), vector, String(dimensions), String(topK)] }
}

/** Dimensions and least distance of those named revisions that are current and have vectors; none for other dimensions. */
export function nearestChunks(
  tables: Tables,
  documents: readonly KeyedRevision[],
  vectors: readonly string[],
  dimensions: number,
): Statement {
  const sql = `WITH ${current(tables, 1)},
    asked AS MATERIALIZED (SELECT value::${tables.vector} AS vector FROM json_array_elements_text($2::text::json))
    SELECT current.place::int AS place, current.dimensions AS dimensions, (
      SELECT min(${distanceTo(tables, "asked.vector")}) FROM ${tables.chunks} c, asked
      WHERE c.write = current.write AND current.dimensions = $3::text::int)::float8 AS distance
    FROM current WHERE current.dimensions > 0`
  return { sql, values: [named(documents), JSON.stringify(vectors), String(dimensions)] }
}
