import { embedTexts } from "../../../calls/embed-texts"
import type { StoredDocument, VectorStore } from "../../../contracts"
import { checkCosine, checkedChunks, listOf, malformed } from "../../../retrieval/store-answer"
import { mapConcurrent } from "../../../runtime/map-concurrent"
import type { RunContext } from "../../run-context"
import { type Scores, scored } from "./scored"

/** Documents of one call of `nearestByDocument`, which is timed and tried again as a whole. */
const documentsPerCall = 10_000

/** Best cosine of one passage over all tasks. One embedding a task serves all documents. */
export async function denseScores(
  context: RunContext,
  tasks: readonly string[],
  documents: readonly StoredDocument[],
): Promise<Scores> {
  const { vectorStore, signal } = context
  const { countTokens, concurrency } = context.config
  const vectors = await embedTexts({
    embedder: context.embedder("search")!,
    texts: tasks,
    purpose: "query",
    countTokens,
    concurrency,
    signal,
  })
  if (vectorStore.nearestByDocument !== undefined)
    return scoresTogether(documents, vectors, vectorStore, signal)
  return mapConcurrent(
    documents,
    concurrency,
    (document, _, child) => scored(child, () => scoreOfOne(document, vectors, vectorStore, child)),
    signal,
  )
}

async function scoresTogether(
  documents: readonly StoredDocument[],
  vectors: readonly ArrayLike<number>[],
  vectorStore: VectorStore,
  signal: AbortSignal,
): Promise<Scores> {
  const places = new Map(documents.map(({ id }, place) => [id, place]))
  const scores = new Array<number | undefined>(documents.length).fill(undefined)
  for (let from = 0; from < documents.length; from += documentsPerCall) {
    const named = documents.slice(from, from + documentsPerCall).map(({ id, revision }) => ({ id, revision }))
    const answer = await vectorStore.nearestByDocument!({ vectors, documents: named, signal })
    for (const { documentId, revision, score } of listOf(answer, "scores")) {
      const place = places.get(documentId) ?? -1
      const asked = place >= from && place < from + named.length && documents[place]!.revision === revision
      if (!asked) throw malformed("a document that was not asked for")
      if (scores[place] !== undefined) throw malformed("a document twice")
      checkCosine(score)
      scores[place] = score
    }
  }
  return scores
}

async function scoreOfOne(
  { id, revision }: StoredDocument,
  vectors: readonly ArrayLike<number>[],
  vectorStore: VectorStore,
  signal: AbortSignal,
): Promise<number | undefined> {
  let best = Number.NEGATIVE_INFINITY
  for (const vector of vectors) {
    const found = await vectorStore.search({ documents: [{ id, revision }], vector, topK: 1, signal })
    const [hit] = checkedChunks(found, id)
    best = Math.max(best, hit?.score ?? best)
  }
  return Number.isFinite(best) ? best : undefined
}
