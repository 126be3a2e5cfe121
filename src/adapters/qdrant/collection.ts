import type { JSONValue } from "../../contracts/json"
import { InvalidArgumentError, ProviderError } from "../../errors"
import type { QdrantRequest } from "./http"

/** Fields that filters name: servers in strict mode refuse a filter on a field without an index. */
const indexedFields = ["document_id", "revision", "kind", "write"] as const

/** What the collection that is there allows. */
export interface QdrantCollectionInfo {
  readonly dimensions: number
  /** Points one answer may hold; Infinity where strict mode sets no limit. */
  readonly maxQueryLimit: number
  /** Points one request may write; Infinity where strict mode sets no limit. */
  readonly maxUpsertSize: number
}

export interface QdrantCollection {
  /** Reads what is there, and makes indexes that lack; undefined where there is no collection. */
  open(signal: AbortSignal | undefined): Promise<QdrantCollectionInfo | undefined>
  /** Makes the collection where there is none. `dimensions` is 0 for a document without chunks. */
  ensure(dimensions: number, signal: AbortSignal | undefined): Promise<QdrantCollectionInfo>
  /** A request below the collection. */
  request(
    method: "PUT" | "POST",
    path: string,
    body: string,
    signal: AbortSignal | undefined,
  ): Promise<unknown>
  /** A change, waited for until it is visible. */
  write(method: "PUT" | "POST", path: string, body: string, signal: AbortSignal | undefined): Promise<void>
}

export interface QdrantCollectionOptions {
  readonly collection: string
  readonly dimensions?: number | undefined
  readonly collectionConfig?: { readonly [field: string]: JSONValue } | undefined
}

export function createQdrantCollection(
  send: QdrantRequest,
  { collection, dimensions: configured, collectionConfig }: QdrantCollectionOptions,
): QdrantCollection {
  checkName(collection)
  const root = `/collections/${encodeURIComponent(collection)}`
  let known: QdrantCollectionInfo | undefined

  async function request(
    method: "GET" | "PUT" | "POST",
    path: string,
    body: string | undefined,
    signal: AbortSignal | undefined,
  ) {
    try {
      return await send(method, root + path, body, signal)
    } catch (error) {
      // Someone removed the collection: look again the next time.
      if (isStatus(error, 404)) known = undefined
      throw error
    }
  }

  async function write(method: "PUT" | "POST", path: string, body: string, signal: AbortSignal | undefined) {
    const result = await request(method, `${path}?wait=true`, body, signal)
    const status = (result as { status?: unknown } | null)?.status
    // "acknowledged" and "wait_timeout" come with status 200 too, and promise nothing.
    if (status !== "completed") {
      const message = `Qdrant took ${method} ${path} but did not complete it (status ${JSON.stringify(status)}).`
      throw new ProviderError(message, { provider: "qdrant", status: 200, retryable: true })
    }
  }

  async function createIndex(field: string, signal: AbortSignal | undefined) {
    const path = "/index"
    const keyword = JSON.stringify({ field_name: field, field_schema: "keyword" })
    if (field !== "document_id") return write("PUT", path, keyword, signal)
    const field_schema = { type: "keyword", is_tenant: true }
    try {
      await write("PUT", path, JSON.stringify({ field_name: field, field_schema }), signal)
    } catch (error) {
      // Servers before 1.11 know no tenants.
      if (!isStatus(error, 400) && !isStatus(error, 422)) throw error
      await write("PUT", path, keyword, signal)
    }
  }

  async function open(signal: AbortSignal | undefined): Promise<QdrantCollectionInfo | undefined> {
    if (known !== undefined) return known
    let info: unknown
    try {
      info = await request("GET", "", undefined, signal)
    } catch (error) {
      if (isStatus(error, 404)) return undefined
      throw error
    }
    const { indexes, ...found } = readInfo(collection, info)
    if (configured !== undefined) checkDimensions(collection, found.dimensions, configured)
    for (const field of indexedFields) if (!indexes.has(field)) await createIndex(field, signal)
    known = found
    return found
  }

  async function ensure(dimensions: number, signal: AbortSignal | undefined): Promise<QdrantCollectionInfo> {
    const found = (await open(signal)) ?? (await create(dimensions, signal))
    if (dimensions > 0) checkDimensions(collection, found.dimensions, dimensions)
    return found
  }

  async function create(dimensions: number, signal: AbortSignal | undefined): Promise<QdrantCollectionInfo> {
    const wanted = configured ?? dimensions
    if (wanted === 0) {
      const expected =
        "given to qdrantVectorStore, as the collection must be made for a document without chunks"
      throw new InvalidArgumentError("dimensions", undefined, expected)
    }
    if (dimensions > 0) checkDimensions(collection, wanted, dimensions)
    const body = { ...collectionConfig, vectors: { size: wanted, distance: "Cosine" } }
    try {
      await request("PUT", "", JSON.stringify(body), signal)
    } catch (error) {
      // Someone else was faster.
      if (!isStatus(error, 409)) throw error
    }
    // Read back, so that indexes are made and a collection of someone else is checked.
    const made = await open(signal)
    if (made !== undefined) return made
    const message = `Qdrant made collection ${JSON.stringify(collection)} but does not find it.`
    throw new ProviderError(message, { provider: "qdrant", status: 404, retryable: true })
  }

  return { open, ensure, request, write }
}

export function isStatus(error: unknown, status: number): boolean {
  return error instanceof ProviderError && error.status === status
}

function readInfo(
  collection: string,
  info: unknown,
): QdrantCollectionInfo & { indexes: ReadonlySet<string> } {
  const { config, payload_schema } = (info ?? {}) as {
    config?: {
      params?: { vectors?: { size?: unknown; distance?: unknown } }
      strict_mode_config?: {
        enabled?: unknown
        max_query_limit?: unknown
        upsert_max_batchsize?: unknown
      } | null
    }
    payload_schema?: Record<string, { data_type?: unknown } | undefined>
  }
  const { size, distance } = config?.params?.vectors ?? {}
  if (typeof size !== "number" || distance !== "Cosine") {
    const found =
      typeof size === "number" ? `distance ${JSON.stringify(distance)}` : "no single unnamed vector"
    const expected = `a collection of one unnamed vector with distance "Cosine" (this one has ${found}); name another collection, or delete this one`
    throw new InvalidArgumentError("collection", collection, expected)
  }
  const strict = config?.strict_mode_config?.enabled === true ? config.strict_mode_config : {}
  const limit = (value: unknown) =>
    typeof value === "number" && value > 0 ? value : Number.POSITIVE_INFINITY
  const fields = Object.entries(payload_schema ?? {})
  return {
    dimensions: size,
    maxQueryLimit: limit(strict.max_query_limit),
    maxUpsertSize: limit(strict.upsert_max_batchsize),
    indexes: new Set(fields.filter(([, schema]) => schema?.data_type === "keyword").map(([field]) => field)),
  }
}

function checkDimensions(collection: string, size: number, given: number) {
  if (size === given) return
  const name = JSON.stringify(collection)
  const expected = `${size}, the dimensions of collection ${name} (use the embedder it was made with, name another collection, or delete this one and add the documents again)`
  throw new InvalidArgumentError("dimensions", given, expected)
}

function checkName(collection: string) {
  // Qdrant's own rule for names that it creates, and no control character at all.
  const legal = typeof collection === "string" && /^[^<>:"/\\|?*\p{Cc}]{1,255}$/u.test(collection)
  if (legal && collection !== "." && collection !== "..") return
  const expected = 'a name of 1 to 255 characters without < > : " / \\ | ? *'
  throw new InvalidArgumentError("collection", collection, expected)
}
