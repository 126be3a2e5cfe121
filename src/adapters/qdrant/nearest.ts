import type { DocumentScore } from "../../contracts/vector-store"
import { StaleRevisionError } from "../../errors"
import { normalized } from "../../vectors/normalized"
import type { NamedRevision } from "../kit/store-input"
import type { QdrantCollection } from "./collection"
import { type QdrantWrite, unreadable } from "./points"
import { clampedScore, revisionFilter, searchRevisions } from "./read"
import { incomplete, readCurrent } from "./records"

/** Documents that one request asks for: ids and revisions of so many are about half a megabyte. */
const documentsPerQuery = 5_000

/** Best score of one chunk a document: one grouped query a vector, and again for what the server left out. */
export async function nearestDocuments(
  collection: QdrantCollection,
  named: readonly NamedRevision[],
  vectors: readonly ArrayLike<number>[],
  signal: AbortSignal | undefined,
): Promise<readonly DocumentScore[]> {
  const { maxQueryLimit = Number.POSITIVE_INFINITY } = (await collection.open(signal)) ?? {}
  const perQuery = Math.min(documentsPerQuery, maxQueryLimit)
  const queries = vectors.map((vector) => Array.from(normalized(vector)))
  const scores: DocumentScore[] = []
  for (let from = 0; from < named.length; from += perQuery) {
    const some = named.slice(from, from + perQuery)
    for (const score of await scoresOf(collection, some, queries, signal)) scores.push(score)
  }
  return scores
}

async function scoresOf(
  collection: QdrantCollection,
  named: readonly NamedRevision[],
  queries: readonly (readonly number[])[],
  signal: AbortSignal | undefined,
): Promise<readonly DocumentScore[]> {
  const found = queries.map(() => new Map<string, Hit>())
  const best: DocumentScore[] = []
  let exact = false
  for (let remaining = named; remaining.length > 0; ) {
    for (const [place, query] of queries.entries()) {
      const hits = found[place]!
      const asked = remaining.filter(({ id }) => !hits.has(id))
      if (asked.length === 0) continue
      for (const [id, hit] of await group(collection, asked, query, exact, signal)) hits.set(id, hit)
    }
    // After what was read, as every reader does: what is current now was whole until now.
    const current = await readCurrent(
      collection,
      remaining.map(({ id }) => id),
      signal,
    )
    const lacking: NamedRevision[] = []
    for (const one of remaining) {
      const write = current.get(one.id)
      if (!isFilled(write, one.revision)) continue
      const hits = found.flatMap((of) => of.get(one.id) ?? [])
      if (hits.length < queries.length) lacking.push(one)
      else {
        // Else they are of another write: of a put under way, or of one that was cut off.
        const own = hits.every((hit) => hit.write === write?.write && hit.revision === one.revision)
        const scores = own
          ? hits.map(({ score }) => score)
          : await scoresApart(collection, one, queries, signal)
        if (scores.length > 0)
          best.push({ documentId: one.id, revision: one.revision, score: Math.max(...scores) })
      }
    }
    // A server fills its groups from a few searches, and gives up on those that are not among the nearest points.
    if (lacking.length === remaining.length) {
      if (exact) throw incomplete(0, lacking.length)
      exact = true
    }
    remaining = lacking
  }
  return best
}

function isFilled(write: QdrantWrite | undefined, revision: string): boolean {
  return write?.document.revision === revision && write.document.chunkCount > 0
}

/** None where the document was replaced meanwhile. */
async function scoresApart(
  collection: QdrantCollection,
  named: NamedRevision,
  queries: readonly (readonly number[])[],
  signal: AbortSignal | undefined,
): Promise<readonly number[]> {
  const scores: number[] = []
  try {
    for (const query of queries) {
      const [hit] = await searchRevisions(collection, [named], query, 1, signal)
      if (hit !== undefined) scores.push(hit.score)
    }
    return scores
  } catch (error) {
    if (error instanceof StaleRevisionError) return []
    throw error
  }
}

interface Hit {
  readonly score: number
  readonly revision: unknown
  readonly write: unknown
}

/** Best chunk by document id, of those documents that the server found. */
async function group(
  collection: QdrantCollection,
  named: readonly NamedRevision[],
  query: readonly number[],
  exact: boolean,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, Hit>> {
  const body = {
    query,
    filter: revisionFilter(named),
    group_by: "document_id",
    group_size: 1,
    limit: named.length,
    with_payload: ["revision", "write"],
    with_vector: false,
    ...(exact ? { params: { exact } } : {}),
  }
  const result = await collection.request("POST", "/points/query/groups", JSON.stringify(body), signal)
  const groups = (result as { groups?: unknown } | null)?.groups
  if (!Array.isArray(groups)) throw unreadable("no list of groups")
  const found = new Map<string, Hit>()
  for (const { id, hits } of groups as { id?: unknown; hits?: unknown }[]) {
    const [hit] = (Array.isArray(hits) ? hits : []) as {
      score?: unknown
      payload?: Record<string, unknown>
    }[]
    if (typeof id !== "string" || typeof hit?.score !== "number")
      throw unreadable("a group without id or score")
    found.set(id, {
      score: clampedScore(hit.score),
      revision: hit.payload?.revision,
      write: hit.payload?.write,
    })
  }
  return found
}
