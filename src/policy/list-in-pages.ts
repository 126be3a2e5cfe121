import type { StoredDocument, VectorStore } from "../contracts"
import { linkAbort, onAbort } from "../runtime/abort"
import { nextTurn } from "../runtime/yield"

type ListRequest = NonNullable<Parameters<VectorStore["list"]>[0]>
/** One call under policy: `read` may be begun again, with another signal. */
type Call = <T>(request: ListRequest, read: (attempt: ListRequest) => Promise<T>) => Promise<T>

/** Read ahead in one call, which is timed and tried again as a whole. */
const documentsPerCall = 256

interface Listing {
  readonly documents: AsyncIterator<StoredDocument>
  readonly stop: (reason: unknown) => void
  readonly end: () => void
}

/**
 * The documents of a store, so many at a time: a set of any size is never in memory as a whole. A list that broke off is
 * read again, and goes on behind what was handed on.
 */
export async function* listInPages(
  store: VectorStore,
  request: ListRequest,
  call: Call,
): AsyncGenerator<StoredDocument> {
  const handedOn = new Set<string>()
  let listing: Listing | undefined
  const nextPage = async (signal: AbortSignal | undefined) => {
    listing ??= openListing(store, request)
    const own = listing
    const leave = () => {
      own.end()
      if (listing === own) listing = undefined
    }
    const ignore =
      signal &&
      onAbort(signal, () => {
        own.stop(signal.reason)
        leave()
      })
    try {
      return await readPage(own.documents, handedOn)
    } catch (error) {
      leave()
      throw error
    } finally {
      ignore?.()
    }
  }
  try {
    for (;;) {
      const { page, ended } = await call(request, ({ signal }) => nextPage(signal))
      for (const document of page) {
        handedOn.add(document?.id)
        yield document
      }
      if (ended) return
      await nextTurn()
    }
  } finally {
    listing?.end()
  }
}

function openListing(store: VectorStore, request: ListRequest): Listing {
  const { controller, unlink } = linkAbort(request.signal)
  const documents = store.list({ ...request, signal: controller.signal })[Symbol.asyncIterator]()
  return {
    documents,
    stop: (reason) => controller.abort(reason),
    end() {
      unlink()
      Promise.resolve(documents.return?.()).catch(() => {})
    },
  }
}

async function readPage(documents: AsyncIterator<StoredDocument>, handedOn: ReadonlySet<string>) {
  const page: StoredDocument[] = []
  while (page.length < documentsPerCall) {
    const next = await documents.next()
    if (next.done) return { page, ended: true }
    if (!handedOn.has(next.value?.id)) page.push(next.value)
  }
  return { page, ended: false }
}
