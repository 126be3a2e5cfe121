import type { EmbeddedChunk, StoredDocument } from "../../contracts/document"
import type { VectorStore } from "../../contracts/vector-store"
import { InvalidArgumentError, StaleRevisionError } from "../../errors"

type PutRequest = Parameters<VectorStore["put"]>[0]
type SearchRequest = Parameters<VectorStore["search"]>[0]
type SearchEachRequest = Parameters<NonNullable<VectorStore["searchByDocument"]>>[0]
type NearestRequest = Parameters<NonNullable<VectorStore["nearestByDocument"]>>[0]

/** One document at one revision. */
export interface NamedRevision {
  readonly id: string
  readonly revision: string
}

/** Values beyond it become Infinity when a store keeps them as 32-bit floats. */
const maxFloat32 = 3.4028234663852886e38

/**
 * Checks what a store is asked to keep, before anything is written. Chunks come back in text order.
 *
 * @throws InvalidArgumentError that names the field.
 */
export function checkPut({ document, chunks }: PutRequest): {
  chunks: readonly EmbeddedChunk[]
  /** Length of every vector; 0 where the chunks have none. */
  dimensions: number
} {
  checkText("document.id", document.id, 1024)
  checkText("document.revision", document.revision, 1024)
  if (document.chunkCount !== chunks.length) {
    const expected = `the number of chunks given (${chunks.length})`
    throw new InvalidArgumentError("document.chunkCount", document.chunkCount, expected)
  }
  const ordered = [...chunks].sort((a, b) => a.index - b.index)
  const dimensions = ordered[0]?.vector?.length ?? 0
  for (const [position, chunk] of ordered.entries()) checkChunk(document, chunk, position, dimensions)
  return { chunks: ordered, dimensions }
}

function checkChunk(document: StoredDocument, chunk: EmbeddedChunk, position: number, dimensions: number) {
  const name = `chunks[${position}]`
  if (chunk.index !== position) {
    throw new InvalidArgumentError(
      `${name}.index`,
      chunk.index,
      `${position}: indexes run from 0 without gaps`,
    )
  }
  if (chunk.documentId !== document.id) {
    throw new InvalidArgumentError(`${name}.documentId`, chunk.documentId, "the document's own id")
  }
  if (typeof chunk.text !== "string") throw new InvalidArgumentError(`${name}.text`, chunk.text, "a string")
  checkVector(`${name}.vector`, chunk.vector, dimensions)
}

function checkText(argument: string, value: unknown, maxLength: number) {
  if (typeof value !== "string" || value === "" || value.length > maxLength || !value.isWellFormed()) {
    throw new InvalidArgumentError(argument, value, `a well-formed string of 1 to ${maxLength} UTF-16 units`)
  }
}

/** @throws InvalidArgumentError unless the vector holds `dimensions` finite 32-bit numbers. */
export function checkVector(argument: string, vector: ArrayLike<number>, dimensions: number): void {
  const length = vector?.length
  if (length !== dimensions) {
    throw new InvalidArgumentError(argument, length ?? vector, `a vector of ${dimensions} numbers`)
  }
  for (let i = 0; i < dimensions; i++) {
    const value = vector[i]
    // Written so that NaN fails too.
    if (typeof value !== "number" || !(value <= maxFloat32 && value >= -maxFloat32)) {
      throw new InvalidArgumentError(`${argument}[${i}]`, value, "a finite 32-bit number")
    }
  }
}

/** @throws InvalidArgumentError unless a vector that `checkSearch` let pass can be compared with the document's. */
export function checkQuery(vector: ArrayLike<number>, dimensions: number, documentId: string): void {
  if (dimensions === 0) {
    throw new InvalidArgumentError("documents", documentId, "documents that were stored with vectors")
  }
  if (vector.length !== dimensions) {
    throw new InvalidArgumentError("vector", vector.length, `a vector of ${dimensions} numbers`)
  }
}

/**
 * Checks a search before it reaches the stored data.
 *
 * @returns The documents without repeats: a document named twice is searched once.
 * @throws InvalidArgumentError that names the field; StaleRevisionError where one id is given with two revisions.
 */
export function checkSearch({ documents, vector, topK }: SearchRequest): readonly NamedRevision[] {
  checkWanted(vector, topK)
  const revisions = new Map<string, string>()
  for (const { id, revision } of documents) {
    const known = revisions.get(id)
    // At most one of the two can be current.
    if (known !== undefined && known !== revision) throw new StaleRevisionError(id, revision)
    revisions.set(id, revision)
  }
  return [...revisions].map(([id, revision]) => ({ id, revision }))
}

function checkWanted(vector: ArrayLike<number>, topK: number): void {
  if (!Number.isSafeInteger(topK) || topK < 1) {
    throw new InvalidArgumentError("topK", topK, "an integer from 1 up")
  }
  if (!(vector?.length > 0))
    throw new InvalidArgumentError("vector", vector, "a vector of at least one number")
  checkVector("vector", vector, vector.length)
}

/**
 * Checks a search of each document by itself.
 *
 * @returns The documents without repeats.
 * @throws InvalidArgumentError that names the field.
 */
export function checkSearchEach({ documents, vector, topK }: SearchEachRequest): readonly NamedRevision[] {
  checkWanted(vector, topK)
  return withoutRepeats(documents)
}

/**
 * Checks what documents are compared with, before it reaches the stored data.
 *
 * @returns The documents named without repeats; undefined for all.
 * @throws InvalidArgumentError that names the vector.
 */
export function checkNearest({ vectors, documents }: NearestRequest): readonly NamedRevision[] | undefined {
  const first: ArrayLike<number> | undefined = Array.isArray(vectors) ? vectors[0] : undefined
  if (!(first !== undefined && first.length > 0)) {
    throw new InvalidArgumentError("vectors", vectors, "at least one vector of at least one number")
  }
  for (const [place, vector] of vectors.entries()) checkVector(`vectors[${place}]`, vector, first.length)
  if (documents === undefined) return undefined
  return withoutRepeats(documents)
}

function withoutRepeats(documents: readonly NamedRevision[]): readonly NamedRevision[] {
  return [...new Map(documents.map((named) => [JSON.stringify([named.id, named.revision]), named])).values()]
}
