import type { Chunk, ScoredChunk, StoredDocument } from "../../contracts/document"
import type { JSONValue } from "../../contracts/json"
import type { SetInfo } from "../../contracts/set-info"

/** A deep copy that nobody can change. */
export function frozenJSON<T extends JSONValue | undefined>(value: T): T {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenJSON)) as unknown as T
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).map(([key, entry]) => [key, frozenJSON(entry)] as const)
  return Object.freeze(Object.fromEntries(entries)) as T
}

/** The document's own fields, copied and frozen. */
export function frozenDocument(document: StoredDocument): StoredDocument {
  const { id, title, revision, chunkCount, tokens, metadata } = document
  const fields = { id, title, revision, chunkCount, tokens }
  return Object.freeze(metadata === undefined ? fields : { ...fields, metadata: frozenJSON(metadata) })
}

/** The chunk's own fields without its vector, copied and frozen. */
export function frozenChunk(chunk: Chunk): Chunk {
  const { id, documentId, index, text, start, end, tokens, headings, tableHeader } = chunk
  const fields = { id, documentId, index, text, start, end, tokens, headings: Object.freeze([...headings]) }
  return Object.freeze(tableHeader === undefined ? fields : { ...fields, tableHeader })
}

/** The chunk's own fields and its score; field by field, since a spread of a frozen object is ten times slower. */
export function scoredChunk(chunk: Chunk, score: number): ScoredChunk {
  const { id, documentId, index, text, start, end, tokens, headings, tableHeader } = chunk
  const fields = { id, documentId, index, text, start, end, tokens, headings, score }
  return tableHeader === undefined ? fields : { ...fields, tableHeader }
}

export function frozenInfo(info: SetInfo): SetInfo {
  return frozenJSON(info as unknown as JSONValue) as unknown as SetInfo
}
