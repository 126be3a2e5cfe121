import type { JSONSchema, JSONValue } from "../../contracts"

/**
 * Keywords that `responseJsonSchema` takes; any other is refused with status 400.
 *
 * Source: documentation of `responseJsonSchema` in `@google/genai` 2.32.
 */
const kept = new Set([
  "$anchor",
  "$defs",
  "$id",
  "$ref",
  "additionalProperties",
  "anyOf",
  "description",
  "enum",
  "format",
  "items",
  "maxItems",
  "maximum",
  "minItems",
  "minimum",
  "prefixItems",
  "properties",
  "propertyOrdering",
  "required",
  "title",
  "type",
])

/** Keywords whose values are schemas by name. */
const byName = new Set(["$defs", "properties"])
/** Keywords whose value is a schema or a list of schemas. */
const nested = new Set(["additionalProperties", "anyOf", "items", "prefixItems"])

/**
 * The schema in the words that Gemini takes, as a new object. What can't be said there is left out, which only
 * loosens it (the core checks the reply by the whole schema): `const` becomes `enum`, `oneOf` becomes `anyOf`, an
 * exclusive bound becomes an inclusive one, and properties are asked for in their order.
 */
export function geminiSchema(schema: JSONSchema): JSONSchema {
  const cleaned: { [key: string]: JSONValue } = {}
  for (const [key, value] of Object.entries(rewritten(schema))) {
    if (!kept.has(key)) continue
    if (byName.has(key) && isSchema(value)) {
      cleaned[key] = Object.fromEntries(Object.entries(value).map(([name, child]) => [name, clean(child)]))
    } else {
      cleaned[key] = nested.has(key) ? clean(value) : value
    }
  }
  // Nothing may stand beside a reference.
  if (typeof cleaned.$ref === "string") {
    return cleaned.$defs === undefined ? { $ref: cleaned.$ref } : { $ref: cleaned.$ref, $defs: cleaned.$defs }
  }
  if (isSchema(cleaned.properties) && cleaned.propertyOrdering === undefined) {
    cleaned.propertyOrdering = Object.keys(cleaned.properties)
  }
  return cleaned
}

function clean(value: JSONValue): JSONValue {
  if (Array.isArray(value)) return value.map(clean)
  return isSchema(value) ? geminiSchema(value) : value
}

function rewritten(schema: JSONSchema): JSONSchema {
  const {
    const: constant,
    oneOf,
    exclusiveMinimum,
    exclusiveMaximum,
    definitions,
    nullable,
    ...rest
  } = schema
  const out: { [key: string]: JSONValue } = { ...rest }
  if (constant !== undefined) Object.assign(out, constantSchema(constant))
  if (oneOf !== undefined && out.anyOf === undefined) out.anyOf = oneOf
  if (definitions !== undefined) out.$defs = { ...asSchema(definitions), ...asSchema(out.$defs) }
  if (typeof out.$ref === "string") out.$ref = out.$ref.replace(/^#\/definitions\//, "#/$defs/")
  if (nullable === true && typeof out.type === "string") out.type = [out.type, "null"]
  const step = schema.type === "integer" ? 1 : 0
  if (typeof exclusiveMinimum === "number") out.minimum ??= Math.floor(exclusiveMinimum) + step
  if (typeof exclusiveMaximum === "number") out.maximum ??= Math.ceil(exclusiveMaximum) - step
  // zod states the bounds of safe integers, which say nothing.
  if (out.minimum === Number.MIN_SAFE_INTEGER) delete out.minimum
  if (out.maximum === Number.MAX_SAFE_INTEGER) delete out.maximum
  return out
}

function constantSchema(value: JSONValue): JSONSchema {
  if (typeof value === "string" || typeof value === "number") return { type: typeof value, enum: [value] }
  if (typeof value === "boolean") return { type: "boolean" }
  return value === null ? { type: "null" } : {}
}

function isSchema(value: JSONValue | undefined): value is JSONSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function asSchema(value: JSONValue | undefined): JSONSchema {
  return isSchema(value) ? value : {}
}
