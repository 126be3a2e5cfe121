import type { EmbeddedChunk, StoredDocument } from "../../contracts/document"
import type { DocumentFilter } from "../../contracts/filter"
import { normalized } from "../../vectors/normalized"
import { frozenChunk, frozenDocument } from "../kit/frozen"
import type { NamedRevision } from "../kit/store-input"
import type { LibsqlStatement } from "./client"
import { filterSql } from "./filter"

/** Of the tables. */
export const formatVersion = 1

/** Vectors come before texts, so that a search reads no text. The primary key is the index a search goes by. */
export const createTables: readonly LibsqlStatement[] = [
  `CREATE TABLE IF NOT EXISTS spd_rag_documents (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    document_key TEXT NOT NULL UNIQUE,
    revision TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    document TEXT NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS spd_rag_chunks (
    place INTEGER PRIMARY KEY,
    document_key TEXT NOT NULL,
    revision TEXT NOT NULL,
    position INTEGER NOT NULL,
    vector BLOB,
    chunk TEXT NOT NULL
  )`,
  `CREATE UNIQUE INDEX IF NOT EXISTS spd_rag_chunks_by_document
    ON spd_rag_chunks (document_key, revision, position)`,
  "CREATE TABLE IF NOT EXISTS spd_rag_sets (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
  `INSERT OR IGNORE INTO spd_rag_sets (name, value) VALUES ('format', '${formatVersion}')`,
].map((sql) => ({ sql, args: [] }))

/** Ids as JSON: a column's text ends at its first NUL when it is read. */
const keyOf = (text: string): string => JSON.stringify(text)

export function removeChunks(documentId: string): LibsqlStatement {
  return { sql: "DELETE FROM spd_rag_chunks WHERE document_key = ?", args: [keyOf(documentId)] }
}

export function removeDocument(documentId: string): LibsqlStatement {
  return { sql: "DELETE FROM spd_rag_documents WHERE document_key = ?", args: [keyOf(documentId)] }
}

export function writeDocument(document: StoredDocument, dimensions: number): LibsqlStatement {
  const sql = `INSERT INTO spd_rag_documents (document_key, revision, dimensions, document) VALUES (?, ?, ?, ?)
    ON CONFLICT (document_key) DO UPDATE
    SET revision = excluded.revision, dimensions = excluded.dimensions, document = excluded.document`
  const json = JSON.stringify(frozenDocument(document))
  return { sql, args: [keyOf(document.id), keyOf(document.revision), dimensions, json] }
}

export function writeChunk(revision: string, chunk: EmbeddedChunk): LibsqlStatement {
  const sql =
    "INSERT INTO spd_rag_chunks (document_key, revision, position, vector, chunk) VALUES (?, ?, ?, ?, ?)"
  const vector = chunk.vector.length === 0 ? null : blobOf(chunk.vector)
  const json = JSON.stringify(frozenChunk(chunk))
  return { sql, args: [keyOf(chunk.documentId), keyOf(revision), chunk.index, vector, json] }
}

export function readDocument(documentId: string): LibsqlStatement {
  const sql = "SELECT document FROM spd_rag_documents WHERE document_key = ?"
  return { sql, args: [keyOf(documentId)] }
}

/** No row where the revision is not current; one row without chunk where the document has none. */
export function readChunks(documentId: string, revision: string, vectors = false): LibsqlStatement {
  const sql = `SELECT c.chunk AS chunk${vectors ? ", c.vector AS vector" : ""} FROM spd_rag_documents d
    LEFT JOIN spd_rag_chunks c ON c.document_key = d.document_key AND c.revision = d.revision
    WHERE d.document_key = ? AND d.revision = ? ORDER BY c.position`
  return { sql, args: [keyOf(documentId), keyOf(revision)] }
}

export function readDocumentsAfter(place: number, limit: number, where?: DocumentFilter): LibsqlStatement {
  const { conditions, args } = filterSql(where)
  const all = ["place > ?", ...conditions].join(" AND ")
  const sql = `SELECT place, document FROM spd_rag_documents WHERE ${all} ORDER BY place LIMIT ?`
  return { sql, args: [place, ...args, limit] }
}

const named = `named AS (
  SELECT key AS place, json_extract(value, '$[0]') AS document_key, json_extract(value, '$[1]') AS revision
  FROM json_each(?))`

const namedArgument = (documents: readonly NamedRevision[]) =>
  JSON.stringify(documents.map(({ id, revision }) => [keyOf(id), keyOf(revision)]))

/** Place and dimensions of those named revisions that are current. */
export function readCurrent(documents: readonly NamedRevision[]): LibsqlStatement {
  const sql = `WITH ${named} SELECT named.place AS place, d.dimensions AS dimensions,
      json_extract(d.document, '$.chunkCount') AS count
    FROM named CROSS JOIN spd_rag_documents d USING (document_key, revision)`
  return { sql, args: [namedArgument(documents)] }
}

/** The nearest chunks; a zero vector has no direction, which counts as a distance of 1. */
export function searchChunks(
  documents: readonly NamedRevision[],
  vector: ArrayLike<number>,
  topK: number,
): LibsqlStatement {
  const sql = `WITH ${named}, best AS (
      SELECT c.place AS chunk_place, named.place AS place, c.position AS position,
        COALESCE(vector_distance_cos(c.vector, ?), 1.0) AS distance
      FROM named
        CROSS JOIN spd_rag_documents d USING (document_key, revision)
        CROSS JOIN spd_rag_chunks c USING (document_key, revision)
      WHERE d.dimensions = ?
      ORDER BY distance, place, position LIMIT ?)
    SELECT c.chunk AS chunk, best.distance AS distance
    FROM best CROSS JOIN spd_rag_chunks c ON c.place = best.chunk_place
    ORDER BY best.distance, best.place, best.position`
  return { sql, args: [namedArgument(documents), blobOf(vector), vector.length, topK] }
}

/** The nearest chunks of each document by itself, by the same distance; none for other dimensions. */
export function searchEachDocument(
  documents: readonly NamedRevision[],
  vector: ArrayLike<number>,
  topK: number,
): LibsqlStatement {
  const sql = `WITH ${named}, compared AS (
      SELECT named.place AS place, c.position AS position,
        COALESCE(vector_distance_cos(c.vector, ?), 1.0) AS distance
      FROM named
        CROSS JOIN spd_rag_documents d USING (document_key, revision)
        CROSS JOIN spd_rag_chunks c USING (document_key, revision)
      WHERE d.dimensions = ?),
    ranked AS (
      SELECT *, row_number() OVER (PARTITION BY place ORDER BY distance, position) AS rank FROM compared)
    SELECT place, position, distance FROM ranked WHERE rank <= ? ORDER BY place, rank`
  return { sql, args: [namedArgument(documents), blobOf(vector), vector.length, topK] }
}

/** Dimensions and least distance of those named revisions that are current and have vectors; none for other dimensions. */
export function nearestChunks(
  documents: readonly NamedRevision[],
  vectors: readonly ArrayLike<number>[],
): LibsqlStatement {
  const least = vectors
    .map(() => "COALESCE(vector_distance_cos(c.vector, ?), 1.0)")
    .reduce((before, distance) => `min(${before}, ${distance})`)
  const sql = `WITH ${named} SELECT named.place AS place, d.dimensions AS dimensions, (
      SELECT min(${least}) FROM spd_rag_chunks c
      WHERE d.dimensions = ? AND c.document_key = d.document_key AND c.revision = d.revision) AS distance
    FROM named CROSS JOIN spd_rag_documents d USING (document_key, revision) WHERE d.dimensions > 0`
  return { sql, args: [namedArgument(documents), ...vectors.map(blobOf), vectors[0]!.length] }
}

export function readSetting(name: "format" | "info"): LibsqlStatement {
  return { sql: "SELECT value FROM spd_rag_sets WHERE name = ?", args: [name] }
}

export function writeInfo(info: string): LibsqlStatement {
  return { sql: "INSERT OR REPLACE INTO spd_rag_sets (name, value) VALUES ('info', ?)", args: [info] }
}

/** At length 1, so that no square of a 32-bit float overflows. */
function blobOf(vector: ArrayLike<number>): ArrayBuffer {
  return normalized(vector).buffer as ArrayBuffer
}
