import { Refusal } from "./refusal"

export interface Point {
  readonly id: number | string
  readonly vector: Float32Array
  readonly payload: { readonly [field: string]: unknown }
}

type Condition = { readonly [key: string]: unknown }

const filterFields = new Set(["must", "should", "must_not", "min_should"])
const conditionFields = new Set(["key", "match", "has_id", "is_empty", "is_null"])

/** Whether the point passes the filter; an empty filter lets everything pass. */
export function matches(filter: unknown, point: Point): boolean {
  if (filter === undefined || filter === null) return true
  const { must, should, must_not } = filter as { [clause: string]: unknown }
  const all = listOf(must)
  const any = should === undefined ? undefined : listOf(should)
  return (
    all.every((condition) => holds(condition, point)) &&
    (any === undefined || any.some((condition) => holds(condition, point))) &&
    !listOf(must_not).some((condition) => holds(condition, point))
  )
}

/** Refuses what the server's parser refuses, and gives the payload keys that the filter names. */
export function checkFilter(filter: unknown): { keys: string[]; conditions: number } {
  if (filter === undefined || filter === null) return { keys: [], conditions: 0 }
  const keys: string[] = []
  let conditions = 0
  for (const [clause, value] of Object.entries(filter)) {
    if (!filterFields.has(clause))
      throw new Refusal(400, `Format error in JSON body: unknown field \`${clause}\``)
    for (const condition of listOf(value)) {
      conditions++
      if (isFilter(condition)) {
        const inner = checkFilter(condition)
        keys.push(...inner.keys)
        conditions += inner.conditions
        continue
      }
      const unknown = Object.keys(condition).find((field) => !conditionFields.has(field))
      if (unknown !== undefined || Object.keys(condition).length === 0) {
        throw new Refusal(
          400,
          "Format error in JSON body: data did not match any variant of untagged enum Condition",
        )
      }
      if (typeof condition.key === "string") keys.push(condition.key)
      const { value } = (condition.match ?? {}) as { value?: unknown }
      if (typeof value === "number" && !Number.isInteger(value)) {
        throw new Refusal(
          400,
          "Format error in JSON body: data did not match any variant of untagged enum Match",
        )
      }
    }
  }
  return { keys, conditions }
}

const sets = new WeakMap<object, Set<string>>()

/** Long lists are asked for every point. */
function setOf(list: readonly unknown[]): Set<string> {
  const known = sets.get(list) ?? new Set(list.map((entry) => String(entry)))
  sets.set(list, known)
  return known
}

function isFilter(condition: Condition): boolean {
  return Object.keys(condition).some((field) => filterFields.has(field))
}

function holds(condition: Condition, point: Point): boolean {
  if (isFilter(condition)) return matches(condition, point)
  if (Array.isArray(condition.has_id)) return setOf(condition.has_id).has(String(point.id))
  const { is_empty, is_null, key, match } = condition as {
    is_empty?: { key: string }
    is_null?: { key: string }
    key?: string
    match?: { value?: unknown; any?: unknown[]; except?: unknown[] }
  }
  if (is_empty !== undefined) return valuesAt(point.payload, is_empty.key).every((value) => value === null)
  if (is_null !== undefined) return valuesAt(point.payload, is_null.key).includes(null)
  const values = valuesAt(point.payload, key ?? "")
  if (match?.any !== undefined) return values.some((value) => setOf(match.any!).has(String(value)))
  if (match?.except !== undefined) return values.some((value) => !match.except?.includes(value))
  return values.includes(match?.value)
}

/** Values at a JSON path; an array counts by its elements. */
function valuesAt(payload: unknown, path: string): unknown[] {
  const steps = path.match(/"[^"]*"|[^.]+/g) ?? []
  let value = payload
  for (const step of steps) value = (value as Condition | undefined)?.[step.replace(/^"|"$/g, "")]
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

function listOf(value: unknown): Condition[] {
  if (value === undefined || value === null) return []
  return (Array.isArray(value) ? value : [value]) as Condition[]
}
