import type { Chunk, ScoredChunk } from "../../contracts/document"
import { ProviderError } from "../../errors"
import type { NamedRevision } from "../kit/store-input"
import { isStatus, type QdrantCollection } from "./collection"
import { chunkOf, pointsOf, type QdrantPoint, type QdrantWrite } from "./points"
import { checkCurrent, incomplete } from "./records"
import { scroll } from "./scroll"

/** How often a reader begins again because the document was replaced under it. */
const maxReadings = 8

/** Points of the chunks of one revision, in any order. */
export async function readPoints(
  collection: QdrantCollection,
  named: NamedRevision,
  withVectors: boolean,
  signal: AbortSignal | undefined,
): Promise<readonly QdrantPoint[]> {
  let known: QdrantWrite | undefined
  for (let reading = 0; reading < maxReadings; reading++) {
    const points: QdrantPoint[] = []
    const filter = known === undefined ? revisionFilter([named]) : writeFilter(known)
    for await (const point of scroll(collection, filter, signal, { withVectors })) points.push(point)
    const [current] = (await checkCurrent(collection, [named], signal)) as [QdrantWrite]
    const own = points.filter(({ payload }) => payload.write === current.write)
    if (own.length === current.document.chunkCount) return own
    // The same revision, put again meanwhile, may have come between two pages.
    if (known?.write === current.write && known !== undefined) {
      throw incomplete(own.length, current.document.chunkCount)
    }
    known = current
  }
  throw changing(named.id)
}

/** The best `topK` chunks of the named revisions, all of which are current. */
export async function searchRevisions(
  collection: QdrantCollection,
  named: readonly NamedRevision[],
  vector: readonly number[],
  topK: number,
  signal: AbortSignal | undefined,
): Promise<readonly ScoredChunk[]> {
  const search = { collection, vector, topK, signal }
  const together = await searchWhole(search, revisionFilter(named), async (points) => {
    const current = await checkCurrent(collection, named, signal)
    const writes = new Map(current.map(({ document, write }) => [document.id, { write, document }]))
    const mixed = points.some(({ payload }) => {
      const own = writes.get(payload.document_id as string)
      return own?.write !== payload.write || own?.document.revision !== payload.revision
    })
    return mixed ? undefined : current.reduce((sum, { document }) => sum + document.chunkCount, 0)
  })
  if (together !== undefined) return best(together, named, topK)
  // Beside what was asked for there are chunks of another write: of a put under way, or of one that was cut off.
  const found: QdrantPoint[] = []
  for (const one of named) for (const point of await searchOne(search, one)) found.push(point)
  return best(found, named, topK)
}

interface Search {
  readonly collection: QdrantCollection
  readonly vector: readonly number[]
  readonly topK: number
  readonly signal: AbortSignal | undefined
}

/** In one document, by the name of its write. */
async function searchOne(search: Search, named: NamedRevision): Promise<readonly QdrantPoint[]> {
  const { collection, signal } = search
  let [known] = (await checkCurrent(collection, [named], signal)) as [QdrantWrite]
  for (let reading = 0; reading < maxReadings; reading++) {
    const { write } = known
    const found = await searchWhole(search, writeFilter(known), async () => {
      const [current] = (await checkCurrent(collection, [named], signal)) as [QdrantWrite]
      known = current
      return current.write === write ? current.document.chunkCount : undefined
    })
    if (found !== undefined) return found
  }
  throw changing(named.id)
}

/**
 * The points that match, the best first, at least `topK` and with all ties at the cut.
 *
 * @param countOf gives the number of chunks there are, after these were read; undefined where others are among them
 */
async function searchWhole(
  { collection, vector, topK, signal }: Search,
  filter: object,
  countOf: (points: readonly QdrantPoint[]) => Promise<number | undefined>,
): Promise<readonly QdrantPoint[] | undefined> {
  const { maxQueryLimit = Number.POSITIVE_INFINITY } = (await collection.open(signal)) ?? {}
  let limit = await queryLimit(collection, topK, signal)
  let exact = false
  for (;;) {
    const points = await query(collection, filter, vector, limit, exact, signal)
    const total = await countOf(points)
    if (total === undefined) return undefined
    if (points.length < Math.min(limit, total)) {
      // A graph search may miss points that an exact one finds.
      if (exact) throw incomplete(points.length, Math.min(limit, total))
      exact = true
    } else if (limit > topK && scoreOf(points[limit - 1]) === scoreOf(points[topK - 1])) {
      // Qdrant promises no order among equals: read until the tie at the cut is whole.
      const more = Math.min(limit * 2, total, maxQueryLimit)
      if (more <= limit) return points
      limit = more
    } else return points
  }
}

/** One more than `topK` shows whether a tie goes on past the cut. */
export async function queryLimit(
  collection: QdrantCollection,
  topK: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { maxQueryLimit = Number.POSITIVE_INFINITY } = (await collection.open(signal)) ?? {}
  return Math.max(topK, Math.min(topK + 1, maxQueryLimit))
}

async function query(
  collection: QdrantCollection,
  filter: object,
  vector: readonly number[],
  limit: number,
  exact: boolean,
  signal: AbortSignal | undefined,
) {
  const body = {
    query: vector,
    filter,
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

/** With several documents, and beside other writers, it may match more than the named pairs, never less. */
export function revisionFilter(named: readonly NamedRevision[]): object {
  const match = (values: readonly string[]) => (values.length === 1 ? { value: values[0] } : { any: values })
  return {
    must: [
      { key: "document_id", match: match(named.map(({ id }) => id)) },
      { key: "revision", match: match([...new Set(named.map(({ revision }) => revision))]) },
    ],
  }
}

/** The chunks of one write. */
function writeFilter({ write, document: { id, revision } }: QdrantWrite): object {
  const own = write === undefined ? { is_empty: { key: "write" } } : { key: "write", match: { value: write } }
  return {
    must: [
      { key: "document_id", match: { value: id } },
      { key: "revision", match: { value: revision } },
      own,
    ],
  }
}

function best(points: readonly QdrantPoint[], named: readonly NamedRevision[], topK: number) {
  const scored = points.map((point): ScoredChunk => ({ ...chunkOf(point), score: scoreOf(point) }))
  return scored.sort(byScore(named)).slice(0, topK)
}

export function scoreOf(point: QdrantPoint | undefined): number {
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

function changing(documentId: string): ProviderError {
  const message = `Document ${JSON.stringify(documentId)} was replaced ${maxReadings} times while it was read.`
  return new ProviderError(message, { provider: "qdrant", retryable: true })
}
