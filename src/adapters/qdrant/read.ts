import type { Chunk, ScoredChunk, StoredDocument } from "../../contracts/document"
import { ProviderError, StaleRevisionError } from "../../errors"
import type { NamedRevision } from "../kit/store-input"
import { isStatus, type QdrantCollection } from "./collection"
import { chunkOf, documentOf, pointsOf, type QdrantPoint, recordId, unreadable } from "./points"

/** Chunks in one answer. */
const chunksPerPage = 256
/** Records in one answer, which hold no text. */
export const recordsPerPage = 1_000

/** Records of these documents, by id; documents that are not there are left out. */
export async function readRecords(
  collection: QdrantCollection,
  documentIds: readonly string[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, StoredDocument>> {
  const records = new Map<string, StoredDocument>()
  for (let from = 0; from < documentIds.length; from += recordsPerPage) {
    const ids = await Promise.all(documentIds.slice(from, from + recordsPerPage).map(recordId))
    const filter = { must: [{ has_id: ids }] }
    for await (const point of scroll(collection, filter, signal, recordsPerPage)) {
      const document = documentOf(point)
      records.set(document.id, document)
    }
  }
  return records
}

/**
 * Checks, after chunks were read, that their revisions are still current: chunks are taken away only after their
 * revision has ceased to be, so that what was read before this check is whole.
 */
async function checkCurrent(
  collection: QdrantCollection,
  named: readonly NamedRevision[],
  signal: AbortSignal | undefined,
): Promise<readonly StoredDocument[]> {
  const ids = named.map(({ id }) => id)
  const records = await readRecords(collection, ids, signal)
  return named.map(({ id, revision }) => {
    const record = records.get(id)
    if (record?.revision !== revision) throw new StaleRevisionError(id, revision)
    return record
  })
}

export async function readChunks(
  collection: QdrantCollection,
  named: NamedRevision,
  signal: AbortSignal | undefined,
): Promise<readonly Chunk[]> {
  const chunks: Chunk[] = []
  for await (const point of scroll(collection, revisionFilter([named]), signal)) chunks.push(chunkOf(point))
  const [document] = await checkCurrent(collection, [named], signal)
  const stored = (document as StoredDocument).chunkCount
  if (chunks.length !== stored) throw incomplete(chunks.length, stored)
  return chunks.sort((a, b) => a.index - b.index)
}

/** The best `topK` chunks of the named revisions, all of which are current. */
export async function searchRevisions(
  collection: QdrantCollection,
  named: readonly NamedRevision[],
  vector: readonly number[],
  topK: number,
  signal: AbortSignal | undefined,
): Promise<readonly ScoredChunk[]> {
  const { maxQueryLimit = Number.POSITIVE_INFINITY } = (await collection.open(signal)) ?? {}
  // One more shows whether a tie goes on past the cut.
  let limit = Math.max(topK, Math.min(topK + 1, maxQueryLimit))
  let exact = false
  for (;;) {
    const points = await query(collection, named, vector, limit, exact, signal)
    const documents = await checkCurrent(collection, named, signal)
    const total = documents.reduce((sum, { chunkCount }) => sum + chunkCount, 0)
    const revisions = new Map(documents.map(({ id, revision }) => [id, revision]))
    if (points.some(({ payload }) => revisions.get(payload.document_id as string) !== payload.revision)) {
      // What an interrupted put of one document left behind under another's revision.
      return searchOneByOne(collection, named, vector, topK, signal)
    }
    if (points.length < Math.min(limit, total)) {
      // A graph search may miss points that an exact one finds.
      if (exact) throw incomplete(points.length, Math.min(limit, total))
      exact = true
    } else if (limit > topK && scoreOf(points[limit - 1]) === scoreOf(points[topK - 1])) {
      // Qdrant promises no order among equals: read until the tie at the cut is whole.
      const more = Math.min(limit * 2, total, maxQueryLimit)
      if (more <= limit) return best(points, named, topK)
      limit = more
    } else return best(points, named, topK)
  }
}

async function searchOneByOne(
  collection: QdrantCollection,
  named: readonly NamedRevision[],
  vector: readonly number[],
  topK: number,
  signal: AbortSignal | undefined,
) {
  const found: ScoredChunk[] = []
  for (const one of named) found.push(...(await searchRevisions(collection, [one], vector, topK, signal)))
  return found.sort(byScore(named)).slice(0, topK)
}

async function query(
  collection: QdrantCollection,
  named: readonly NamedRevision[],
  vector: readonly number[],
  limit: number,
  exact: boolean,
  signal: AbortSignal | undefined,
) {
  const body = {
    query: vector,
    filter: revisionFilter(named),
    limit,
    with_payload: true,
    with_vector: false,
    ...(exact ? { params: { exact } } : {}),
  }
  try {
    return pointsOf(await collection.request("POST", "/points/query", JSON.stringify(body), signal))
  } catch (error) {
    if (isStatus(error, 404)) return []
    throw error
  }
}

/** All points that match, page by page, in the order of their ids. None where there is no collection. */
export async function* scroll(
  collection: QdrantCollection,
  filter: object,
  signal: AbortSignal | undefined,
  pageSize: number = chunksPerPage,
): AsyncGenerator<QdrantPoint> {
  const info = await collection.open(signal)
  const limit = Math.min(pageSize, info?.maxQueryLimit ?? pageSize)
  let offset: unknown
  do {
    const page = { filter, limit, with_payload: true, with_vector: false }
    const body = JSON.stringify(offset === undefined ? page : { ...page, offset })
    let result: unknown
    try {
      result = await collection.request("POST", "/points/scroll", body, signal)
    } catch (error) {
      if (isStatus(error, 404)) return
      throw error
    }
    yield* pointsOf(result)
    const next = (result as { next_page_offset?: unknown }).next_page_offset ?? undefined
    if (next !== undefined && next === offset) throw unreadable("pages that do not go on")
    offset = next
  } while (offset !== undefined)
}

/** With several documents it may match more than the named pairs, never less. */
export function revisionFilter(named: readonly NamedRevision[]): object {
  const match = (values: readonly string[]) => (values.length === 1 ? { value: values[0] } : { any: values })
  return {
    must: [
      { key: "document_id", match: match(named.map(({ id }) => id)) },
      { key: "revision", match: match([...new Set(named.map(({ revision }) => revision))]) },
    ],
  }
}

function best(points: readonly QdrantPoint[], named: readonly NamedRevision[], topK: number) {
  const scored = points.map((point): ScoredChunk => ({ ...chunkOf(point), score: scoreOf(point) }))
  return scored.sort(byScore(named)).slice(0, topK)
}

function scoreOf(point: QdrantPoint | undefined): number {
  return clampedScore(point?.score ?? 0)
}

/** Rounding may carry a product an ulp past 1. */
export function clampedScore(score: number): number {
  return Math.max(-1, Math.min(1, score))
}

function byScore(named: readonly NamedRevision[]) {
  const places = new Map(named.map(({ id }, place) => [id, place]))
  const place = ({ documentId }: Chunk) => places.get(documentId) ?? 0
  return (a: ScoredChunk, b: ScoredChunk) => b.score - a.score || place(a) - place(b) || a.index - b.index
}

export function incomplete(found: number, expected: number): ProviderError {
  const message = `The index of Qdrant is incomplete: it gave ${found} chunks of ${expected} that were stored.`
  return new ProviderError(message, { provider: "qdrant", retryable: true })
}
