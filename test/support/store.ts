import type { VectorStore } from "spd-rag"

/** The store with `before` run ahead of each of its calls. */
export function interceptStore(
  store: VectorStore,
  before: (request: { readonly signal?: AbortSignal | undefined }) => Promise<unknown>,
): VectorStore {
  const ahead =
    <R extends { readonly signal?: AbortSignal | undefined }, T>(run: (request: R) => Promise<T>) =>
    async (request: R): Promise<T> => {
      await before(request)
      return run(request)
    }
  const { nearestByDocument } = store
  return {
    ...(nearestByDocument && {
      nearestByDocument: ahead((request) => nearestByDocument.call(store, request)),
    }),
    put: ahead((request) => store.put(request)),
    get: ahead((request) => store.get(request)),
    chunks: ahead((request) => store.chunks(request)),
    search: ahead((request) => store.search(request)),
    delete: ahead((request) => store.delete(request)),
    async *list(request = {}) {
      await before(request)
      yield* store.list(request)
    },
  }
}
