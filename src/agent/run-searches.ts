import type { DocumentSearch, Passage, RunEvent } from "../contracts"
import { errorJSON } from "../runtime/emit"
import { mapConcurrent } from "../runtime/map-concurrent"

export interface SearchResult {
  readonly query: string
  readonly passages: readonly Passage[]
}

/** Runs the searches of one turn side by side; the first that fails fails them all. */
export function runSearches(
  queries: readonly string[],
  search: DocumentSearch,
  emit: (event: RunEvent) => void,
  signal: AbortSignal | undefined,
): Promise<readonly SearchResult[]> {
  const documentId = search.document.id
  return mapConcurrent(
    queries,
    queries.length,
    async (query, _, child) => {
      emit({ type: "search-start", documentId, query })
      try {
        const passages = await search.search({ query, signal: child })
        const passageIds = passages.map(({ chunkId }) => chunkId)
        emit({ type: "search-end", documentId, query, passageIds })
        return { query, passages }
      } catch (error) {
        emit({ type: "search-error", documentId, query, error: errorJSON(error) })
        throw error
      }
    },
    signal,
  )
}
