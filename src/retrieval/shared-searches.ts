import { embedQuery } from "../calls/embed-texts"
import type { ChunkHit, DocumentHits, Embedder, StoredDocument, VectorStore } from "../contracts"
import { InvalidOutputError } from "../errors"
import { linkAbort, raceAbort } from "../runtime/abort"
import { checkCosine, listOf, malformed } from "./store-answer"

/** Texts that are remembered: more than agents at work ask between two uses of a common one. */
const mostTexts = 256
/** Documents of one request. */
const mostTogether = 256

/** What a search by vectors asks for one document. */
export interface DenseSource {
  vector(query: string, signal: AbortSignal | undefined): Promise<ArrayLike<number>>
  /** The nearest chunks, best first; undefined where the store must be asked for this document alone. */
  hits(query: string, signal: AbortSignal | undefined): Promise<readonly ChunkHit[] | undefined>
}

/** Searches of many documents for the same texts: a text is embedded once, and searched for in several documents at once. */
export interface SharedSearches {
  of(document: StoredDocument): DenseSource
  /** Stops what nobody waits for any more. */
  close(): void
}

export interface SharedSearchesOptions {
  readonly vectorStore: VectorStore
  /** Its calls serve several documents. */
  readonly embedder: Embedder
  /** Those that will be searched, in their order; others are searched alone. */
  readonly documents: readonly StoredDocument[]
  readonly topK: number
  readonly signal?: AbortSignal | undefined
}

type HitsById = ReadonlyMap<string, readonly ChunkHit[]>

interface SharedText {
  readonly vector: Promise<ArrayLike<number>>
  /** Documents that it was searched for in, or is. */
  readonly searched: Set<string>
  /** By documents that have not asked for it yet. */
  readonly ahead: Map<string, Promise<HitsById>>
}

/**
 * Agents ask the same of many documents, or not: nobody knows before. So the first document that asks for a text is searched
 * alone, and each request after it takes twice as many documents as were searched by then, up to 256: a few requests for
 * a text that all agents ask, none too many for one that a single agent thought of.
 */
export function createSharedSearches(options: SharedSearchesOptions): SharedSearches {
  const { vectorStore, embedder, documents, topK } = options
  const places = new Map(documents.map(({ id }, place) => [id, place]))
  const { controller, unlink } = linkAbort(options.signal)
  const texts = new Map<string, SharedText>()
  let together = vectorStore.searchByDocument !== undefined

  function textOf(query: string): SharedText {
    const known = texts.get(query)
    texts.delete(query)
    const text = known ?? { vector: embed(query), searched: new Set(), ahead: new Map() }
    texts.set(query, text)
    if (texts.size > mostTexts) texts.delete(texts.keys().next().value!)
    return text
  }

  function embed(query: string): Promise<ArrayLike<number>> {
    return embedQuery(embedder, query, controller.signal).catch((error: unknown) => {
      // A failure is not kept: the next one who asks tries again.
      texts.delete(query)
      throw error
    })
  }

  /** The document, and those after it that have not been searched for the text; a single one is searched alone. */
  function nextOf({ searched }: SharedText, document: StoredDocument): readonly StoredDocument[] {
    const count = Math.min(2 * searched.size, mostTogether)
    const next: StoredDocument[] = []
    for (let place = places.get(document.id)!; next.length < count && place < documents.length; place++) {
      const one = documents[place]!
      if (!searched.has(one.id)) next.push(one)
    }
    return next
  }

  async function searchTogether(
    vector: ArrayLike<number>,
    some: readonly StoredDocument[],
  ): Promise<HitsById> {
    try {
      const named = some.map(({ id, revision }) => ({ id, revision }))
      const request = { documents: named, vector, topK, signal: controller.signal }
      return checkedHits(await vectorStore.searchByDocument!(request), some, topK)
    } catch (error) {
      controller.signal.throwIfAborted()
      if (error instanceof InvalidOutputError) throw error
      // A store that can't do it for many may still do it for one, whose agent says what is wrong.
      together = false
      return new Map()
    }
  }

  function hitsAhead(text: SharedText, vector: ArrayLike<number>, document: StoredDocument) {
    const known = text.ahead.get(document.id)
    text.ahead.delete(document.id)
    if (known !== undefined || text.searched.has(document.id)) return known
    const some = together ? nextOf(text, document) : []
    text.searched.add(document.id)
    if (some.length < 2) return undefined
    const found = searchTogether(vector, some)
    // Those it was asked ahead for may never ask.
    found.catch(() => {})
    for (const { id } of some.slice(1)) {
      text.searched.add(id)
      text.ahead.set(id, found)
    }
    return found
  }

  return {
    of(document) {
      const isListed = documents[places.get(document.id) ?? -1]?.revision === document.revision
      return {
        vector: (query, signal) => raceAbort(textOf(query).vector, signal),
        async hits(query, signal) {
          if (!isListed) return undefined
          const text = textOf(query)
          const found = hitsAhead(text, await raceAbort(text.vector, signal), document)
          return found && (await raceAbort(found, signal)).get(document.id)
        },
      }
    },
    close() {
      controller.abort()
      unlink()
    },
  }
}

/** @throws InvalidOutputError for an answer that can't be the store's */
function checkedHits(
  answer: readonly DocumentHits[],
  asked: readonly StoredDocument[],
  topK: number,
): HitsById {
  const documents = new Map(asked.map((document) => [document.id, document]))
  const found = new Map<string, readonly ChunkHit[]>()
  for (const { documentId, revision, hits } of listOf(answer, "documents")) {
    const document = documents.get(documentId)
    if (document === undefined || document.revision !== revision)
      throw malformed("a document that was not asked for")
    if (found.has(documentId)) throw malformed("a document twice")
    checkHits(listOf(hits, "chunks"), document, topK)
    found.set(documentId, hits)
  }
  return found
}

function checkHits(hits: readonly ChunkHit[], { chunkCount }: StoredDocument, topK: number): void {
  if (hits.length > topK) throw malformed(`${hits.length} chunks of a document where ${topK} were asked for`)
  const seen = new Set<number>()
  let last = Number.POSITIVE_INFINITY
  for (const { index, score } of hits) {
    const isThere = Number.isSafeInteger(index) && index >= 0 && index < chunkCount
    if (!isThere || seen.has(index)) throw malformed(`chunk ${index} of ${chunkCount}, or one twice`)
    checkCosine(score)
    if (score > last) throw malformed("chunks that are not ordered by score")
    seen.add(index)
    last = score
  }
}
