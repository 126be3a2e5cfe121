import { isStatus, type QdrantCollection } from "./collection"
import { pointsOf, type QdrantPoint, unreadable } from "./points"

/** Chunks in one answer. */
const chunksPerPage = 256

interface ScrollOptions {
  /** @default 256, which is right for chunks */
  readonly pageSize?: number | undefined
  readonly withVectors?: boolean | undefined
  /** Whether a collection that is gone is an error. @default false: it holds no point */
  readonly mustExist?: boolean | undefined
}

/** All points that match, page by page, in the order of their ids. */
export async function* scroll(
  collection: QdrantCollection,
  filter: object,
  signal: AbortSignal | undefined,
  { pageSize = chunksPerPage, withVectors = false, mustExist = false }: ScrollOptions = {},
): AsyncGenerator<QdrantPoint> {
  const info = await collection.open(signal)
  const limit = Math.min(pageSize, info?.maxQueryLimit ?? pageSize)
  let offset: unknown
  do {
    const page = { filter, limit, with_payload: true, with_vector: withVectors }
    const body = JSON.stringify(offset === undefined ? page : { ...page, offset })
    let result: unknown
    try {
      result = await collection.request("POST", "/points/scroll", body, signal)
    } catch (error) {
      if (!mustExist && isStatus(error, 404)) return
      throw error
    }
    yield* pointsOf(result)
    const next = (result as { next_page_offset?: unknown }).next_page_offset ?? undefined
    if (next !== undefined && next === offset) throw unreadable("pages that do not go on")
    offset = next
  } while (offset !== undefined)
}
