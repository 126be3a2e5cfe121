import { embedQuery } from "../calls/embed-texts"
import type {
  Chunk,
  DocumentSearch,
  Embedder,
  Passage,
  Reranker,
  StoredDocument,
  VectorStore,
} from "../contracts"
import { InvalidArgumentError } from "../errors"
import { storedDocumentData } from "../runtime/check/data"
import { type Checks, checkOptions, optional } from "../runtime/check/options"
import { embedderPlug, rerankerPlug, vectorStorePlug } from "../runtime/check/plugs"
import { callable } from "../runtime/check/values"
import { runStepsYielding } from "../runtime/yield"
import { fuseRankings } from "./fuse"
import { type LexicalIndex, lexicalIndexSteps } from "./lexical"
import { loadChunks } from "./load-chunks"
import { depthChecks, type RetrievalMode, resolveDepth } from "./retrieval-options"
import type { DenseSource } from "./shared-searches"
import { checkedChunks } from "./store-answer"

/** The store, the plugs and the parameters of a search. */
export interface DocumentSearchOptions {
  readonly document: StoredDocument
  readonly vectorStore: VectorStore
  readonly embedder?: Embedder | undefined
  readonly reranker?: Reranker | undefined
  /** Candidates of one search. @default 15 */
  readonly topK?: number | undefined
  /** Passages of one search. @default 5 */
  readonly topN?: number | undefined
  /** @default "hybrid", or "lexical" without an embedder */
  readonly mode?: RetrievalMode | undefined
  /** Told when reranking fails; the order before it is kept then. Without it, the failure fails the search. */
  readonly onRerankError?: ((error: unknown) => void) | undefined
}

const optionChecks: Checks<DocumentSearchOptions> = {
  ...depthChecks,
  document: storedDocumentData,
  vectorStore: vectorStorePlug,
  embedder: optional(embedderPlug),
  reranker: optional(rerankerPlug),
  onRerankError: optional(callable<(error: unknown) => void>()),
}

/**
 * A search bound to one document and its revision: `topK` candidates by vectors, BM25 or both fused by rank, the
 * best `topN` after reranking.
 *
 * `search` and `chunks` reject with StaleRevisionError when the document has been replaced.
 *
 * @throws InvalidArgumentError that names the option
 */
export function createDocumentSearch(options: DocumentSearchOptions): DocumentSearch {
  return bindSearch(checkOptions(options, optionChecks, "options"))
}

/** With `shared`, queries that other documents are searched for too take no embedding and no request of their own. */
export function bindSearch(settings: DocumentSearchOptions, shared?: DenseSource): DocumentSearch {
  const { document, vectorStore, embedder, reranker, onRerankError } = settings
  const { topK, topN, mode } = resolveDepth(settings, embedder !== undefined, "")
  let loaded: Promise<readonly Chunk[]> | undefined
  let lexical: Promise<LexicalIndex> | undefined

  // What is loaded once serves every later call; a failure is not kept.
  const chunks = (signal: AbortSignal | undefined): Promise<readonly Chunk[]> => {
    loaded ??= loadChunks(vectorStore, document, signal).catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
  const index = (signal: AbortSignal | undefined): Promise<LexicalIndex> => {
    lexical ??= chunks(signal)
      .then((all) =>
        runStepsYielding(
          lexicalIndexSteps(all.map(({ headings, text }) => [...headings, text].join("\n"))),
          signal,
        ),
      )
      .catch((error: unknown) => {
        lexical = undefined
        throw error
      })
    return lexical
  }

  const denseCandidates = async (
    query: string,
    signal: AbortSignal | undefined,
  ): Promise<readonly Passage[]> => {
    // Hits are places among the chunks, which nobody should load for a search alone.
    if (shared !== undefined && (mode === "hybrid" || loaded !== undefined)) {
      const hits = await shared.hits(query, signal)
      const all = hits && (await chunks(signal))
      if (all !== undefined) return hits!.map(({ index: at, score }) => passageOf(all[at]!, score))
    }
    const vector = await (shared?.vector(query, signal) ?? embedQuery(embedder!, query, signal))
    const found = await vectorStore.search({
      documents: [{ id: document.id, revision: document.revision }],
      vector,
      topK,
      signal,
    })
    return checkedChunks(found, document.id).map((chunk) => passageOf(chunk, chunk.score))
  }
  const lexicalCandidates = async (
    query: string,
    signal: AbortSignal | undefined,
  ): Promise<readonly Passage[]> => {
    const [all, bm25] = [await chunks(signal), await index(signal)]
    return bm25.search(query, topK).map((hit) => passageOf(all[hit.index]!, hit.score))
  }
  const candidates = async (query: string, signal: AbortSignal | undefined): Promise<readonly Passage[]> => {
    if (mode === "lexical") return lexicalCandidates(query, signal)
    const dense = await denseCandidates(query, signal)
    if (mode === "dense") return dense
    return fuse(dense, await lexicalCandidates(query, signal)).slice(0, topK)
  }
  const rerank = async (
    query: string,
    passages: readonly Passage[],
    signal: AbortSignal | undefined,
  ): Promise<readonly Passage[]> => {
    if (reranker === undefined || passages.length === 0) return passages.slice(0, topN)
    try {
      const { ranking } = await reranker.rerank({
        query,
        texts: passages.map(({ text }) => text),
        topN,
        signal,
      })
      return ranking.slice(0, topN).map(({ index: position, score }) => ({ ...passages[position]!, score }))
    } catch (error) {
      signal?.throwIfAborted()
      if (onRerankError === undefined) throw error
      onRerankError(error)
      return passages.slice(0, topN)
    }
  }

  return {
    document,
    chunks: (request = {}) => chunks(request.signal),
    async search({ query, signal }) {
      if (query.trim() === "") throw new InvalidArgumentError("query", query, "a query")
      return rerank(query, await candidates(query, signal), signal)
    },
  }
}

/** Reciprocal rank fusion of two lists of passages of one document. */
function fuse(dense: readonly Passage[], lexical: readonly Passage[]): readonly Passage[] {
  const passages = [...new Map([...dense, ...lexical].map((passage) => [passage.chunkId, passage])).values()]
  const position = new Map(passages.map(({ chunkId }, at) => [chunkId, at]))
  const ranking = (list: readonly Passage[]) => list.map(({ chunkId }) => position.get(chunkId)!)
  return fuseRankings([ranking(dense), ranking(lexical)]).map(({ index, score }) => ({
    ...passages[index]!,
    score,
  }))
}

function passageOf(chunk: Chunk, score: number): Passage {
  const { id, text, start, end, headings, tableHeader } = chunk
  return { chunkId: id, text, start, end, headings, ...(tableHeader !== undefined && { tableHeader }), score }
}
