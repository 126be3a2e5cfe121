import type { DocumentFilter, FieldCondition, FilterValue, JSONValue, StoredDocument } from "../../contracts"

/** Whether a document's metadata is what the filter asks for. */
export function matchesFilter(
  { metadata }: Pick<StoredDocument, "metadata">,
  where: DocumentFilter,
): boolean {
  return Object.entries(where).every(([field, asked]) => {
    // Own fields alone: metadata is data, and `constructor` is none of it.
    const value = metadata !== undefined && Object.hasOwn(metadata, field) ? metadata[field] : null
    return holds(value ?? null, conditionOf(asked))
  })
}

function conditionOf(asked: DocumentFilter[string]): FieldCondition {
  if (Array.isArray(asked)) return { in: asked as readonly FilterValue[] }
  return typeof asked === "object" && asked !== null ? (asked as FieldCondition) : { eq: asked }
}

function holds(value: JSONValue, { eq, not, in: any, gt, gte, lt, lte, exists }: FieldCondition): boolean {
  const entries = Array.isArray(value) ? (value as readonly JSONValue[]) : [value]
  const some = (test: (entry: JSONValue) => boolean) => entries.some(test)
  return (
    (eq === undefined || some((entry) => entry === eq)) &&
    (not === undefined || !some((entry) => entry === not)) &&
    (any === undefined || some((entry) => any.some((one) => entry === one))) &&
    (gt === undefined || some((entry) => compared(entry, gt, (order) => order > 0))) &&
    (gte === undefined || some((entry) => compared(entry, gte, (order) => order >= 0))) &&
    (lt === undefined || some((entry) => compared(entry, lt, (order) => order < 0))) &&
    (lte === undefined || some((entry) => compared(entry, lte, (order) => order <= 0))) &&
    (exists === undefined || exists === (value !== null))
  )
}

/** Texts by their UTF-16 units, as sorting does. */
function compared(entry: JSONValue, bound: string | number, fits: (order: number) => boolean): boolean {
  if (typeof entry === "number" && typeof bound === "number") return fits(entry - bound)
  if (typeof entry !== "string" || typeof bound !== "string") return false
  return fits(entry < bound ? -1 : entry > bound ? 1 : 0)
}
