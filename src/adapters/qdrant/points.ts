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
  /** Where it was asked for. */
  readonly vector?: unknown
}

export interface QdrantBatchLimits {
  readonly maxBatchSize: number
  readonly maxBatchBytes: number
}

/** One put of a document, in progress or done: its chunks carry `write`, its record says whether it is current. */
export interface QdrantWrite {
  /** Of the record's point. */
  readonly recordId: string
  /** `pending` until all chunks are there; `dead` while they are taken away. */
  readonly kind: "pending" | "document" | "dead"
  /** Of the writes of one document that are done the last one is current, by sequence and then by name. */
  readonly sequence: number
  /** Its name; undefined in collections of before there were names. */
  readonly write: string | undefined
  readonly document: StoredDocument
}

/** Negative where `a` came before `b`. */
export function compareWrites(a: QdrantWrite, b: QdrantWrite): number {
  return a.sequence - b.sequence || ((a.write ?? "") < (b.write ?? "") ? -1 : 1)
}

/** A record as a point. Its zero vector is never searched: it has no `revision`. */
function recordPoint({ recordId: id, kind, sequence, write, document }: QdrantWrite, dimensions: number) {
  const payload = { kind, document_id: document.id, sequence, write, ...exact("document", document) }
  return JSON.stringify({ id, vector: Array.from({ length: dimensions }, () => 0), payload })
}

export function writeOf({ id, payload }: QdrantPoint): QdrantWrite {
  const { kind, sequence = 0, write } = payload
  const known = kind === "pending" || kind === "document" || kind === "dead"
  if (!known || typeof sequence !== "number" || (write !== undefined && typeof write !== "string")) {
    throw unreadable("a record of another kind")
  }
  const document = frozenDocument(fieldOf<StoredDocument>(payload, "document"))
  return { recordId: id, kind, sequence, write, document }
}

/** Bodies of the upserts that bring a write's record and then its chunks, each within the limits. */
export async function* writeBodies(
  write: QdrantWrite,
  chunks: readonly EmbeddedChunk[],
  dimensions: number,
  { maxBatchSize, maxBatchBytes }: QdrantBatchLimits,
): AsyncGenerator<string> {
  let points: string[] = []
  let bytes = 0
  for (const chunk of [undefined, ...chunks]) {
    const point = chunk === undefined ? recordPoint(write, dimensions) : await chunkPoint(write, chunk)
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
  write: QdrantWrite,
  chunks: readonly EmbeddedChunk[],
  maxBytes: number,
): Promise<void> {
  for (const chunk of chunks) {
    // A character takes at most 6 bytes of JSON, a number at most 25: most chunks need no second look.
    const { text, headings, tableHeader, vector } = chunk
    const characters = text.length + headings.join().length + (tableHeader?.length ?? 0) + chunk.id.length
    if (8 * characters + 25 * vector.length + 10_000 <= maxBytes) continue
    const bytes = byteLength(await chunkPoint(write, chunk))
    if (bytes <= maxBytes) continue
    const expected = `at most ${maxBytes} bytes as a point of Qdrant (split into smaller chunks)`
    throw new InvalidArgumentError(`chunks[${chunk.index}]`, bytes, expected)
  }
}

async function chunkPoint(
  { write, document }: QdrantWrite,
  { vector, ...chunk }: EmbeddedChunk,
): Promise<string> {
  const { id: document_id, revision } = document
  const payload = { kind: "chunk", document_id, revision, write, ...exact("chunk", frozenChunk(chunk)) }
  const id = await uuid5("chunk", document_id, write ?? "", chunk.index)
  // At length 1 already: Qdrant leaves very short vectors as they are and can't square very long ones.
  return JSON.stringify({ id, vector: Array.from(normalized(vector)), payload })
}

/** A lone surrogate is no text to Qdrant: such a value is kept as a string of JSON, in which it is escaped. */
function exact(field: string, value: unknown): { [field: string]: unknown } {
  const json = JSON.stringify(value)
  return /\\ud[89a-f]/.test(json) ? { [`${field}_json`]: json } : { [field]: value }
}

export function fieldOf<T>(payload: QdrantPoint["payload"], field: string): T {
  const json = payload[`${field}_json`]
  const value: unknown = typeof json === "string" ? JSON.parse(json) : payload[field]
  if (typeof value !== "object" || value === null) throw unreadable(`a point without \`${field}\``)
  return value as T
}

export function chunkOf({ payload }: QdrantPoint): Chunk {
  const chunk = fieldOf<Chunk>(payload, "chunk")
  if (typeof chunk.text !== "string" || !Array.isArray(chunk.headings)) throw unreadable("a damaged chunk")
  return frozenChunk(chunk)
}

export function vectorOf({ vector }: QdrantPoint): Float32Array {
  if (!Array.isArray(vector) || !vector.every(Number.isFinite)) throw unreadable("a point without its vector")
  return normalized(Float32Array.from(vector))
}

/** @throws ProviderError where the answer holds no list of points with payloads. */
export function pointsOf(result: unknown): readonly QdrantPoint[] {
  const points = (result as { points?: unknown } | null)?.points
  if (!Array.isArray(points)) throw unreadable("no list of points")
  return points.map((point: { [field in keyof QdrantPoint]?: unknown } | null) => {
    const { id, score = 0, payload, vector } = point ?? {}
    if (
      typeof id !== "string" ||
      typeof score !== "number" ||
      typeof payload !== "object" ||
      payload === null
    ) {
      throw unreadable("a point without id, score or payload")
    }
    return { id, score, payload: payload as QdrantPoint["payload"], vector }
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
