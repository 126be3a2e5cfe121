import type { Chunk, EmbeddedChunk, StoredDocument } from "../../contracts/document"
import { InvalidArgumentError, ProviderError } from "../../errors"
import { normalized } from "../../vectors/normalized"
import { frozenChunk, frozenDocument } from "../kit/frozen"
import { uuid5 } from "../kit/uuid5"

/** A point as Qdrant gives it back. */
export interface QdrantPoint {
  readonly id: string
  readonly score: number
  readonly payload: { readonly [field: string]: unknown }
}

export interface QdrantBatchLimits {
  readonly maxBatchSize: number
  readonly maxBatchBytes: number
}

/** The point that says which revision of a document is current. */
export function recordId(documentId: string): Promise<string> {
  return uuid5("document", documentId)
}

export function chunkPointId(documentId: string, revision: string, index: number): Promise<string> {
  return uuid5("chunk", documentId, revision, index)
}

/** Body of the upsert that makes a revision current. Its zero vector is never searched: it has no `revision`. */
export async function recordBody(document: StoredDocument, dimensions: number): Promise<string> {
  const payload = { kind: "document", document_id: document.id, ...exact("document", document) }
  const vector = Array.from({ length: dimensions }, () => 0)
  return JSON.stringify({ points: [{ id: await recordId(document.id), vector, payload }] })
}

/** Bodies of the upserts that write the chunks of one revision, each within the limits. */
export async function* chunkBodies(
  revision: string,
  chunks: readonly EmbeddedChunk[],
  { maxBatchSize, maxBatchBytes }: QdrantBatchLimits,
): AsyncGenerator<string> {
  let points: string[] = []
  let bytes = 0
  for (const chunk of chunks) {
    const point = await chunkPoint(revision, chunk)
    const pointBytes = byteLength(point) + 1
    if (points.length > 0 && (points.length === maxBatchSize || bytes + pointBytes > maxBatchBytes)) {
      yield bodyOf(points)
      points = []
      bytes = 0
    }
    points.push(point)
    bytes += pointBytes
  }
  if (points.length > 0) yield bodyOf(points)
}

/** @throws InvalidArgumentError for a chunk that no request can hold; called before the first one is sent. */
export async function checkPointSizes(
  revision: string,
  chunks: readonly EmbeddedChunk[],
  maxBytes: number,
): Promise<void> {
  for (const chunk of chunks) {
    // A character takes at most 6 bytes of JSON, a number at most 25: most chunks need no second look.
    const { text, headings, tableHeader, vector } = chunk
    const characters = text.length + headings.join().length + (tableHeader?.length ?? 0) + chunk.id.length
    if (8 * characters + 25 * vector.length + 10_000 <= maxBytes) continue
    const bytes = byteLength(await chunkPoint(revision, chunk))
    if (bytes <= maxBytes) continue
    const expected = `at most ${maxBytes} bytes as a point of Qdrant (split into smaller chunks)`
    throw new InvalidArgumentError(`chunks[${chunk.index}]`, bytes, expected)
  }
}

async function chunkPoint(revision: string, { vector, ...chunk }: EmbeddedChunk): Promise<string> {
  const { documentId } = chunk
  const payload = { kind: "chunk", document_id: documentId, revision, ...exact("chunk", frozenChunk(chunk)) }
  const id = await chunkPointId(documentId, revision, chunk.index)
  // At length 1 already: Qdrant leaves very short vectors as they are and can't square very long ones.
  return JSON.stringify({ id, vector: Array.from(normalized(vector)), payload })
}

/** A lone surrogate is no text to Qdrant: such a value is kept as a string of JSON, in which it is escaped. */
function exact(field: string, value: unknown): { [field: string]: unknown } {
  const json = JSON.stringify(value)
  return /\\ud[89a-f]/.test(json) ? { [`${field}_json`]: json } : { [field]: value }
}

function fieldOf<T>(payload: QdrantPoint["payload"], field: string): T {
  const json = payload[`${field}_json`]
  const value: unknown = typeof json === "string" ? JSON.parse(json) : payload[field]
  if (typeof value !== "object" || value === null) throw unreadable(`a point without \`${field}\``)
  return value as T
}

export function documentOf({ payload }: QdrantPoint): StoredDocument {
  return frozenDocument(fieldOf<StoredDocument>(payload, "document"))
}

export function chunkOf({ payload }: QdrantPoint): Chunk {
  const chunk = fieldOf<Chunk>(payload, "chunk")
  if (typeof chunk.text !== "string" || !Array.isArray(chunk.headings)) throw unreadable("a damaged chunk")
  return frozenChunk(chunk)
}

/** @throws ProviderError where the answer holds no list of points with payloads. */
export function pointsOf(result: unknown): readonly QdrantPoint[] {
  const points = (result as { points?: unknown } | null)?.points
  if (!Array.isArray(points)) throw unreadable("no list of points")
  return points.map((point: { id?: unknown; score?: unknown; payload?: unknown } | null) => {
    const { id, score = 0, payload } = point ?? {}
    if (
      typeof id !== "string" ||
      typeof score !== "number" ||
      typeof payload !== "object" ||
      payload === null
    ) {
      throw unreadable("a point without id, score or payload")
    }
    return { id, score, payload: payload as QdrantPoint["payload"] }
  })
}

export function unreadable(what: string): ProviderError {
  const message = `Qdrant's answer can't be used: ${what}.`
  return new ProviderError(message, { provider: "qdrant", status: 200, retryable: true })
}

function bodyOf(points: readonly string[]): string {
  return `{"points":[${points.join(",")}]}`
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
