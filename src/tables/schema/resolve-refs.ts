import type { JSONSchema, JSONValue } from "../../contracts"
import { isRecord } from "../../runtime/check/options"

/** A schema deeper than this goes on in itself, or is no value of a cell. */
const mostDepth = 8

/** Keywords whose values are schemas by name, and those that hold one schema or a list of them. */
const byName = new Set(["properties", "patternProperties"])
const nested = new Set(["items", "prefixItems", "anyOf", "oneOf", "allOf", "additionalProperties"])

/** A schema with what its references name in their place; one that goes round in itself ends in a schema for anything. */
export function withoutRefs(schema: JSONSchema, root: JSONSchema, depth = 0): JSONSchema {
  if (depth > mostDepth) return {}
  if (typeof schema.$ref === "string") {
    const { $ref, ...beside } = schema
    const target = targetOf($ref, root)
    return target === undefined ? beside : withoutRefs({ ...target, ...beside }, root, depth + 1)
  }
  const inner = (value: JSONValue): JSONValue => {
    if (Array.isArray(value)) return value.map(inner)
    return isRecord(value) ? withoutRefs(value as JSONSchema, root, depth + 1) : value
  }
  const entries = Object.entries(schema).map(([key, value]): readonly [string, JSONValue] => {
    if (nested.has(key)) return [key, inner(value)]
    if (!byName.has(key) || !isRecord(value)) return [key, value]
    return [
      key,
      Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one as JSONValue)])),
    ]
  })
  return Object.fromEntries(entries.filter(([key]) => key !== "$defs" && key !== "$schema"))
}

/** Only references into the schema itself: `#/$defs/name`. */
function targetOf(reference: string, root: JSONSchema): JSONSchema | undefined {
  if (reference === "#") return root
  if (!reference.startsWith("#/")) return undefined
  let at: unknown = root
  for (const part of reference.slice(2).split("/")) {
    const name = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~")
    at = isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined
  }
  return isRecord(at) ? (at as JSONSchema) : undefined
}
