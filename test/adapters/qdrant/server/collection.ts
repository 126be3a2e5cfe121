import { checkFilter, matches, type Point } from "./filter"
import { Refusal } from "./refusal"

export interface StrictMode {
  readonly enabled: true
  readonly unindexed_filtering_retrieve?: boolean
  readonly unindexed_filtering_update?: boolean
  readonly max_query_limit?: number
  readonly upsert_max_batchsize?: number
  readonly filter_max_conditions?: number
  readonly search_allow_exact?: boolean
}

export interface Index {
  readonly data_type: string
  readonly params?: unknown
}

type Body = { readonly [field: string]: unknown }

const epsilon = 1.1920929e-7

/** One collection as the server keeps it. */
export class FakeCollection {
  readonly points = new Map<number | string, Point>()
  readonly indexes = new Map<string, Index>()
  /** Ids of points that have, or once had, this `document_id`. */
  private readonly idsByDocument = new Map<string, Set<number | string>>()
  /** Changes that were acknowledged and are not visible yet. */
  readonly pending: (() => void)[] = []
  private operations = 0

  constructor(
    readonly vectors: { readonly size: number; readonly distance: string },
    readonly strict: StrictMode | undefined,
    readonly minorVersion: number,
  ) {}

  copy(): FakeCollection {
    const copy = new FakeCollection(this.vectors, this.strict, this.minorVersion)
    for (const point of this.points.values()) copy.store(point)
    for (const [field, index] of this.indexes) copy.indexes.set(field, index)
    return copy
  }

  info() {
    return {
      status: "green",
      optimizer_status: "ok",
      points_count: this.points.size,
      indexed_vectors_count: 0,
      segments_count: 2,
      config: {
        params: { vectors: this.vectors, shard_number: 1 },
        ...(this.strict && { strict_mode_config: this.strict }),
      },
      payload_schema: Object.fromEntries(
        [...this.indexes].map(([field, index]) => [field, { ...index, points: 0 }]),
      ),
    }
  }

  createIndex({ field_name, field_schema }: Body) {
    if (typeof field_name !== "string")
      throw new Refusal(400, "Format error in JSON body: missing field `field_name`")
    const index =
      typeof field_schema === "string"
        ? { data_type: field_schema }
        : { data_type: (field_schema as { type: string }).type, params: field_schema }
    if (this.minorVersion < 11 && "params" in index) {
      throw new Refusal(400, "Format error in JSON body: unknown field `is_tenant`")
    }
    return () => void this.indexes.set(field_name, index)
  }

  upsert({ points }: Body): () => void {
    if (!Array.isArray(points)) throw new Refusal(400, "Format error in JSON body: missing field `points`")
    if (points.length === 0) throw new Refusal(400, "Bad request: Empty update request")
    this.checkLimit(this.strict?.upsert_max_batchsize, points.length, "upsert")
    const stored = points.map((point: Body) => this.storedPoint(point))
    return () => {
      for (const point of stored) this.store(point)
    }
  }

  private storedPoint({ id, vector, payload }: Body): Point {
    const pointId = checkedId(id)
    if (!Array.isArray(vector) || vector.some((value) => typeof value !== "number")) {
      throw new Refusal(
        400,
        "Format error in JSON body: data did not match any variant of untagged enum VectorStruct",
      )
    }
    this.checkDimensions(vector)
    const known = this.points.get(pointId)?.payload ?? {}
    const kept = this.minorVersion < 14 ? known : {}
    return {
      id: pointId,
      vector: this.vectors.distance === "Cosine" ? normalize(vector) : Float32Array.from(vector),
      payload: (payload as Point["payload"] | null | undefined) ?? kept,
    }
  }

  checkDimensions(vector: readonly unknown[]) {
    if (vector.length === this.vectors.size) return
    const expected = `expected dim: ${this.vectors.size}, got ${vector.length}`
    throw new Refusal(400, `Wrong input: Vector dimension error: ${expected}`)
  }

  delete({ filter, points }: Body): () => void {
    if (filter === undefined && !Array.isArray(points)) {
      throw new Refusal(
        400,
        "Format error in JSON body: data did not match any variant of untagged enum PointsSelector",
      )
    }
    if (Array.isArray(points)) {
      const ids = points.map(checkedId)
      return () => ids.forEach((id) => void this.points.delete(id))
    }
    this.checkStrict(filter, this.strict?.unindexed_filtering_update)
    return () => this.matching(filter).forEach(({ id }) => void this.points.delete(id))
  }

  setPayload({ payload, filter, points }: Body): () => void {
    if (typeof payload !== "object" || payload === null) {
      throw new Refusal(400, "Format error in JSON body: missing field `payload`")
    }
    if (Array.isArray(points)) {
      const missing = points.map(checkedId).find((id) => !this.points.has(id))
      if (missing !== undefined)
        throw new Refusal(404, `Not found: Point with id ${missing} does not exists!`)
    }
    const where = Array.isArray(points) ? { must: [{ has_id: points }] } : filter
    this.checkStrict(where, this.strict?.unindexed_filtering_update)
    // The filter is looked at when the change is made.
    return () => {
      for (const point of this.matching(where)) {
        this.store({ ...point, payload: { ...point.payload, ...(payload as Point["payload"]) } })
      }
    }
  }

  query({ query, filter, limit = 10, offset = 0, with_payload, with_vector, score_threshold, params }: Body) {
    this.checkLimits(limit)
    this.checkStrict(filter, this.strict?.unindexed_filtering_retrieve)
    if ((params as { exact?: boolean } | undefined)?.exact && this.strict?.search_allow_exact === false) {
      throw new Refusal(400, "Bad request: Exact search is not allowed. Help: Set exact=false.")
    }
    const vector = Array.isArray(query) ? query : (query as { nearest?: number[] } | undefined)?.nearest
    const found = this.matching(filter)
    if (vector === undefined)
      return {
        points: found.slice(0, limit as number).map((point) => record(point, with_payload, with_vector)),
      }
    this.checkDimensions(vector)
    const target = this.vectors.distance === "Cosine" ? normalize(vector) : Float32Array.from(vector)
    const scored = found
      .map((point) => ({ point, score: dot(point.vector, target) }))
      .filter(({ score }) => score_threshold === undefined || score > (score_threshold as number))
      // No order is promised among equals: this server gives the one stored last first.
      .reverse()
      .sort((a, b) => b.score - a.score)
      .slice(offset as number, (offset as number) + (limit as number))
    return {
      points: scored.map(({ point, score }) => ({
        ...record(point, with_payload, with_vector),
        version: 0,
        score,
      })),
    }
  }

  /** As the server does: up to five searches of `limit` points, each without the groups that are full, then the best. */
  queryGroups({ query, filter, group_by, limit = 10, group_size = 3, with_payload, with_vector }: Body) {
    if (typeof group_by !== "string")
      throw new Refusal(400, "Format error in JSON body: missing field `group_by`")
    if (typeof group_size !== "number" || group_size < 1) {
      throw new Refusal(
        422,
        "Validation error in JSON body: [group_size: value 0 invalid, must be 1 or larger]",
      )
    }
    this.checkLimits(limit)
    this.checkStrict(filter, this.strict?.unindexed_filtering_retrieve)
    this.checkDimensions(query as number[])
    const target = normalize(query as number[])
    const scored = this.matching(filter)
      .map((point) => ({ point, group: point.payload[group_by], score: dot(point.vector, target) }))
      .filter(({ group }) => typeof group === "string")
      .sort((a, b) => b.score - a.score)
    const groups = new Map<string, typeof scored>()
    const seen = new Set<Point>()
    const isFull = (group: string) => (groups.get(group)?.length ?? 0) >= group_size
    for (let round = 0; round < 5; round++) {
      const rest = scored.filter(({ point, group }) => !seen.has(point) && !isFull(group as string))
      for (const hit of rest.slice(0, (limit as number) * group_size)) {
        seen.add(hit.point)
        const hits = groups.get(hit.group as string) ?? []
        if (hits.length < group_size) groups.set(hit.group as string, [...hits, hit])
      }
    }
    const best = [...groups].sort(([, a], [, b]) => b[0]!.score - a[0]!.score).slice(0, limit as number)
    return {
      groups: best.map(([id, hits]) => ({
        id,
        hits: hits.map(({ point, score }) => ({
          ...record(point, with_payload, with_vector),
          version: 0,
          score,
        })),
      })),
    }
  }

  count({ filter }: Body) {
    this.checkStrict(filter, this.strict?.unindexed_filtering_retrieve)
    return { count: this.matching(filter).length }
  }

  scroll({ filter, limit = 10, offset, with_payload = true, with_vector }: Body) {
    this.checkLimits(limit)
    this.checkStrict(filter, this.strict?.unindexed_filtering_retrieve)
    const from = offset === undefined || offset === null ? undefined : checkedId(offset)
    const found = this.matching(filter).filter(({ id }) => from === undefined || compareIds(id, from) >= 0)
    return {
      points: found.slice(0, limit as number).map((point) => record(point, with_payload, with_vector)),
      next_page_offset: found[limit as number]?.id ?? null,
    }
  }

  /** In the order of ids: numbers, then UUIDs. */
  private matching(filter: unknown): Point[] {
    return this.candidates(filter)
      .filter((point) => matches(filter, point))
      .sort((a, b) => compareIds(a.id, b.id))
  }

  /** All that may match: a test with thousands of documents reads few of them at a time. */
  private candidates(filter: unknown): Point[] {
    const { must } = (filter ?? {}) as { must?: Body | readonly Body[] }
    const conditions = Array.isArray(must) ? must : must === undefined ? [] : [must]
    for (const { has_id, key, match } of conditions) {
      const value = (match as { value?: unknown } | undefined)?.value
      const ids = Array.isArray(has_id)
        ? new Set(has_id.map(checkedId))
        : key === "document_id" && typeof value === "string"
          ? (this.idsByDocument.get(value) ?? [])
          : undefined
      if (ids !== undefined) return [...ids].flatMap((id) => this.points.get(id) ?? [])
    }
    return [...this.points.values()]
  }

  store(point: Point) {
    this.points.set(point.id, point)
    const { document_id } = point.payload
    if (typeof document_id !== "string") return
    const ids = this.idsByDocument.get(document_id) ?? new Set()
    this.idsByDocument.set(document_id, ids.add(point.id))
  }

  private checkLimits(limit: unknown) {
    if (typeof limit !== "number" || limit < 1) {
      throw new Refusal(422, "Validation error in JSON body: [limit: value 0 invalid, must be 1 or larger]")
    }
    this.checkLimit(this.strict?.max_query_limit, limit, "limit")
  }

  private checkLimit(allowed: number | undefined, given: number, name: string) {
    if (allowed === undefined || given <= allowed) return
    const help = `Help: Reduce the "${name}" parameter to or below ${allowed}.`
    throw new Refusal(400, `Bad request: Limit exceeded ${given} > ${allowed} for "${name}". ${help}`)
  }

  private checkStrict(filter: unknown, allowed: boolean | undefined) {
    const { keys, conditions } = checkFilter(filter)
    if (this.strict?.filter_max_conditions !== undefined) {
      this.checkLimit(this.strict.filter_max_conditions, conditions, "filter_max_conditions")
    }
    const missing = keys.find((key) => !this.indexes.has(key))
    if (allowed !== false || missing === undefined) return
    throw new Refusal(
      400,
      `Bad request: Index required but not found for "${missing}" of one of the following types: [keyword]. Help: Create an index for this key or use a different filter.`,
    )
  }

  nextOperation() {
    return this.operations++
  }
}

function record({ id, payload, vector }: Point, withPayload: unknown, withVector: unknown) {
  const shown = Array.isArray(withPayload) ? picked(payload, withPayload) : payload
  return {
    id,
    ...(withPayload ? { payload: shown } : {}),
    ...(withVector ? { vector: Array.from(vector) } : {}),
  }
}

/** A name with a dot is a path into an object, of which that field alone is kept. */
function picked(payload: Point["payload"], fields: readonly string[]): Point["payload"] {
  const kept: { [field: string]: unknown } = {}
  for (const [field, inner] of fields.map((path) => path.split("."))) {
    const value = payload[field!]
    if (value === undefined) continue
    if (inner === undefined) kept[field!] = value
    else kept[field!] = { [inner]: (value as { [field: string]: unknown })[inner] }
  }
  return kept
}

function checkedId(id: unknown): number | string {
  if (typeof id === "number" && Number.isInteger(id) && id >= 0) return id
  const hex = typeof id === "string" ? id.replace(/^urn:uuid:|[{}-]/gi, "").toLowerCase() : ""
  if (/^[0-9a-f]{32}$/.test(hex)) return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
  throw new Refusal(
    400,
    `Format error in JSON body: value ${JSON.stringify(id)} is not a valid point ID, valid values are either an unsigned integer or a UUID`,
  )
}

function compareIds(a: number | string, b: number | string): number {
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}

function normalize(vector: readonly number[]): Float32Array {
  const floats = Float32Array.from(vector)
  const squares = Math.fround(floats.reduce((sum, value) => sum + value * value, 0))
  if (squares < epsilon || Math.abs(squares - 1) < 1e-6) return floats
  return floats.map((value) => value / Math.sqrt(squares))
}

function dot(a: Float32Array, b: Float32Array): number {
  return Math.fround(a.reduce((sum, value, i) => sum + value * b[i]!, 0))
}
