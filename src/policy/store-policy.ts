import type { VectorStore } from "../contracts"
import { listInPages } from "./list-in-pages"
import { type RetryNotice, type RetryPolicy, withRetries } from "./retry"

/** A store whose calls are timed and retried; every one of them may be repeated without harm. */
export function withStorePolicy(
  store: VectorStore,
  policy: RetryPolicy,
  onRetry?: (notice: RetryNotice) => void,
): VectorStore {
  const call = <R extends { readonly signal?: AbortSignal | undefined }, T>(
    name: string,
    request: R,
    run: (request: R) => Promise<T>,
  ): Promise<T> =>
    withRetries(
      `vectorStore.${name}`,
      (signal) => run({ ...request, signal }),
      policy,
      request.signal,
      onRetry,
    )
  const { searchByDocument, nearestByDocument, embeddedChunks, getInfo, setInfo } = store
  return {
    ...(searchByDocument !== undefined && {
      searchByDocument: (request) =>
        call("searchByDocument", request, (attempt) => searchByDocument.call(store, attempt)),
    }),
    ...(nearestByDocument !== undefined && {
      nearestByDocument: (request) =>
        call("nearestByDocument", request, (attempt) => nearestByDocument.call(store, attempt)),
    }),
    ...(embeddedChunks !== undefined && {
      embeddedChunks: (request) =>
        call("embeddedChunks", request, (attempt) => embeddedChunks.call(store, attempt)),
    }),
    ...(getInfo !== undefined && {
      getInfo: (request = {}) => call("getInfo", request, (attempt) => getInfo.call(store, attempt)),
    }),
    ...(setInfo !== undefined && {
      setInfo: (request) => call("setInfo", request, (attempt) => setInfo.call(store, attempt)),
    }),
    put: (request) => call("put", request, (attempt) => store.put(attempt)),
    get: (request) => call("get", request, (attempt) => store.get(attempt)),
    chunks: (request) => call("chunks", request, (attempt) => store.chunks(attempt)),
    search: (request) => call("search", request, (attempt) => store.search(attempt)),
    delete: (request) => call("delete", request, (attempt) => store.delete(attempt)),
    list: (request = {}) => listInPages(store, request, (asked, read) => call("list", asked, read)),
  }
}
