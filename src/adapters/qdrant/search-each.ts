import type { Chunk } from "../../contracts/document"
import type { ChunkHit, DocumentHits } from "../../contracts/vector-store"
import { byScore } from "../kit/hits"
import type { NamedRevision } from "../kit/store-input"
import type { QdrantCollection } from "./collection"
import { fieldOf, pointsOf, type QdrantPoint, type QdrantWrite, unreadable } from "./points"
import { queryLimit, revisionFilter, scoreOf } from "./read"
import { readCurrent } from "./records"

/** Numbers of the query vector that one request repeats at most: a few megabytes of JSON. */
const numbersPerRequest = 1 << 17
const searchesPerRequest = 256

/**
 * The search of one document, for many in one request. Left out, and so searched alone, are documents of which it found
 * other than the current write's, too few, or a tie at the cut.
 */
export async function searchEach(
  collection: QdrantCollection,
  named: readonly NamedRevision[],
  vector: readonly number[],
  topK: number,
  signal: AbortSignal | undefined,
): Promise<readonly DocumentHits[]> {
  const limit = await queryLimit(collection, topK, signal)
  const most = Math.floor(numbersPerRequest / vector.length)
  const perRequest = Math.max(1, Math.min(searchesPerRequest, most))
  const points: (readonly QdrantPoint[])[] = []
  for (let from = 0; from < named.length; from += perRequest) {
    const some = named.slice(from, from + perRequest)
    for (const found of await queryBatch(collection, some, vector, limit, signal)) points.push(found)
  }
  // After the chunks, as every reader does: what is current now was whole until now.
  const ids = named.map(({ id }) => id)
  const current = await readCurrent(collection, ids, signal)
  return named.flatMap(({ id, revision }, place) => {
    const hits = hitsOf(points[place]!, current.get(id), revision, topK, limit)
    return hits === undefined ? [] : [{ documentId: id, revision, hits }]
  })
}

async function queryBatch(
  collection: QdrantCollection,
  named: readonly NamedRevision[],
  vector: readonly number[],
  limit: number,
  signal: AbortSignal | undefined,
): Promise<readonly (readonly QdrantPoint[])[]> {
  const with_payload = ["revision", "write", "chunk.index", "chunk_json"]
  const searches = named.map((one) => {
    return { query: vector, filter: revisionFilter([one]), limit, with_payload, with_vector: false }
  })
  const result = await collection.request("POST", "/points/query/batch", JSON.stringify({ searches }), signal)
  if (!Array.isArray(result) || result.length !== named.length)
    throw unreadable("another number of searches than were asked")
  return result.map(pointsOf)
}

function hitsOf(
  points: readonly QdrantPoint[],
  write: QdrantWrite | undefined,
  revision: string,
  topK: number,
  limit: number,
): readonly ChunkHit[] | undefined {
  if (write?.document.revision !== revision) return undefined
  const own = points.every(({ payload }) => payload.write === write.write && payload.revision === revision)
  if (!own || points.length < Math.min(limit, write.document.chunkCount)) return undefined
  if (points.length > topK && scoreOf(points[topK]) === scoreOf(points[topK - 1])) return undefined
  const hits = points.map((point) => {
    return { index: fieldOf<Pick<Chunk, "index">>(point.payload, "chunk").index, score: scoreOf(point) }
  })
  return hits.sort(byScore).slice(0, topK)
}
