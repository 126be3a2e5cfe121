import type { StoredDocument } from "../../contracts/document"
import type { DocumentScore } from "../../contracts/vector-store"
import { normalized } from "../../vectors/normalized"
import type { NamedRevision } from "../kit/store-input"
import type { QdrantCollection } from "./collection"
import { unreadable } from "./points"
import { clampedScore, incomplete, readRecords, revisionFilter } from "./read"

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
  const found = queries.map(() => new Map<string, number>())
  const lacksOne = ({ id }: NamedRevision) => found.some((scores) => !scores.has(id))
  const best: DocumentScore[] = []
  let exact = false
  for (let remaining = named; remaining.length > 0; ) {
    for (const [place, query] of queries.entries()) {
      const scores = found[place]!
      const asked = remaining.filter(({ id }) => !scores.has(id))
      if (asked.length === 0) continue
      for (const [id, score] of await group(collection, asked, query, exact, signal)) scores.set(id, score)
    }
    // After what was read, as every reader does: what is current now was whole until now.
    const records = await readRecords(collection, ids(remaining), signal)
    const filled = remaining.filter(({ id, revision }) => isFilled(records.get(id), revision))
    const lacking = filled.filter(lacksOne)
    for (const { id, revision } of filled) {
      if (lacksOne({ id, revision })) continue
      const score = found.reduce((most, of) => Math.max(most, of.get(id)!), -1)
      best.push({ documentId: id, revision, score })
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

function isFilled(record: StoredDocument | undefined, revision: string): boolean {
  return record?.revision === revision && record.chunkCount > 0
}

function ids(named: readonly NamedRevision[]): string[] {
  return named.map(({ id }) => id)
}

/** Scores by document id, of those documents that the server found. */
async function group(
  collection: QdrantCollection,
  named: readonly NamedRevision[],
  query: readonly number[],
  exact: boolean,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, number>> {
  const body = {
    query,
    filter: revisionFilter(named),
    group_by: "document_id",
    group_size: 1,
    limit: named.length,
    with_payload: ["revision"],
    with_vector: false,
    ...(exact ? { params: { exact } } : {}),
  }
  const result = await collection.request("POST", "/points/query/groups", JSON.stringify(body), signal)
  const groups = (result as { groups?: unknown } | null)?.groups
  if (!Array.isArray(groups)) throw unreadable("no list of groups")
  const revisions = new Map(named.map(({ id, revision }) => [id, revision]))
  const scores = new Map<string, number>()
  for (const { id, hits } of groups as { id?: unknown; hits?: unknown }[]) {
    const [hit] = (Array.isArray(hits) ? hits : []) as { score?: unknown; payload?: { revision?: unknown } }[]
    if (typeof id !== "string" || typeof hit?.score !== "number")
      throw unreadable("a group without id or score")
    // Else it is what an interrupted put left under another document's revision.
    if (hit.payload?.revision === revisions.get(id)) scores.set(id, clampedScore(hit.score))
  }
  return scores
}
