import { embedQuery } from "../calls/embed-texts"
import type { Chunk, Passage, StoredDocument } from "../contracts"
import { fuseRankings } from "../retrieval/fuse"
import { type LexicalIndex, lexicalIndexSteps } from "../retrieval/lexical"
import { mapConcurrent } from "../runtime/map-concurrent"
import { runStepsYielding } from "../runtime/yield"
import type { BaselineRun } from "./baseline"

/** A passage and the document that it is of. */
export interface CorpusPassage {
  readonly document: StoredDocument
  readonly passage: Passage
}

/** One search over all documents of a run at once. */
export type CorpusSearch = (query: string) => Promise<readonly CorpusPassage[]>

/** BM25 of all chunks of a list of documents. Built once and kept for the questions after it. */
interface LexicalCorpus {
  readonly key: string
  readonly chunks: readonly Chunk[]
  readonly index: LexicalIndex
}

/** Keeps the last corpus's index, so that questions on the same documents share it. */
export function createCorpusIndexCache(): { corpus: Promise<LexicalCorpus> | undefined; key: string } {
  return { corpus: undefined, key: "" }
}

/**
 * One search over all documents: `topK` candidates by vectors, BM25 or both fused by rank, the best `topN` after
 * reranking. The mode follows `config.retrieval`, as in the documents' own searches.
 */
export function createCorpusSearch(
  run: BaselineRun,
  limits: { readonly topK: number; readonly topN: number },
  cache: ReturnType<typeof createCorpusIndexCache>,
): CorpusSearch {
  const { documents, signal } = run
  const { topK, topN } = limits
  const { mode } = run.config.retrieval
  const embedder = run.embedder("search")
  const reranker = run.reranker()
  const byId = new Map(documents.map((document) => [document.id, document]))
  const toPassage = (chunk: Chunk, score: number): CorpusPassage[] => {
    const document = byId.get(chunk.documentId)
    return document === undefined ? [] : [{ document, passage: passageOf(chunk, score) }]
  }

  const dense = async (query: string): Promise<readonly CorpusPassage[]> => {
    if (embedder === undefined) return []
    const vector = await embedQuery(embedder, query, signal)
    const found = await run.vectorStore.search({
      documents: documents.map(({ id, revision }) => ({ id, revision })),
      vector,
      topK,
      signal,
    })
    return found.flatMap((chunk) => toPassage(chunk, chunk.score))
  }
  const lexical = async (query: string): Promise<readonly CorpusPassage[]> => {
    const { chunks, index } = await lexicalCorpus(run, cache)
    return index.search(query, topK).flatMap((hit) => toPassage(chunks[hit.index] as Chunk, hit.score))
  }

  return async (query) => {
    const candidates =
      mode === "dense"
        ? await dense(query)
        : mode === "lexical"
          ? await lexical(query)
          : fuse(await dense(query), await lexical(query)).slice(0, topK)
    if (reranker === undefined || candidates.length === 0) return candidates.slice(0, topN)
    const texts = candidates.map(({ passage }) => passage.text)
    const { ranking } = await reranker.rerank({ query, texts, topN, signal })
    return ranking.slice(0, topN).map(({ index, score }) => {
      const { document, passage } = candidates[index] as CorpusPassage
      return { document, passage: { ...passage, score } }
    })
  }
}

/** All chunks of every document, in the order of the documents. */
export async function readChunks({
  config,
  vectorStore,
  documents,
  signal,
}: BaselineRun): Promise<readonly (readonly Chunk[])[]> {
  return mapConcurrent(
    documents,
    config.concurrency,
    ({ id, revision }, _, child) => vectorStore.chunks({ documentId: id, revision, signal: child }),
    signal,
  )
}

function lexicalCorpus(
  run: BaselineRun,
  cache: ReturnType<typeof createCorpusIndexCache>,
): Promise<LexicalCorpus> {
  const key = JSON.stringify(run.documents.map(({ id, revision }) => [id, revision]))
  if (cache.corpus === undefined || cache.key !== key) {
    cache.key = key
    cache.corpus = buildCorpus(run, key).catch((error: unknown) => {
      cache.corpus = undefined
      throw error
    })
  }
  return cache.corpus
}

async function buildCorpus(run: BaselineRun, key: string): Promise<LexicalCorpus> {
  const chunks = (await readChunks(run)).flat()
  const texts = chunks.map(({ headings, text }) => [...headings, text].join("\n"))
  return { key, chunks, index: await runStepsYielding(lexicalIndexSteps(texts), run.signal) }
}

function fuse(left: readonly CorpusPassage[], right: readonly CorpusPassage[]): readonly CorpusPassage[] {
  const all = [...new Map([...left, ...right].map((entry) => [entry.passage.chunkId, entry])).values()]
  const position = new Map(all.map(({ passage }, at) => [passage.chunkId, at]))
  const ranking = (list: readonly CorpusPassage[]) =>
    list.map(({ passage }) => position.get(passage.chunkId) as number)
  return fuseRankings([ranking(left), ranking(right)]).map(({ index, score }) => {
    const { document, passage } = all[index] as CorpusPassage
    return { document, passage: { ...passage, score } }
  })
}

export function passageOf(chunk: Chunk, score: number): Passage {
  const { id, text, start, end, headings, tableHeader } = chunk
  return { chunkId: id, text, start, end, headings, ...(tableHeader !== undefined && { tableHeader }), score }
}
