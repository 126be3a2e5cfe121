import type { JSONSchema, JSONValue } from "../../contracts"

const formats = ["date-time", "time", "date"]
const keptKeywords = [
  "const",
  "enum",
  "items",
  "prefixItems",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
]

/**
 * A JSON Schema as the grammar's author reads it: it takes what it does not know for `null`, so that every keyword
 * it lacks is left out or put in its own words. The core validates the reply by the whole schema.
 */
export function grammarSchema(schema: JSONSchema): JSONSchema {
  const choices = schema.oneOf ?? schema.anyOf
  if (Array.isArray(choices)) return { oneOf: choices.map(inner), ...definitions(schema) }
  if (typeof schema.$ref === "string") return { $ref: schema.$ref, ...definitions(schema) }
  const kept: { [key: string]: JSONValue } = { ...definitions(schema) }
  for (const key of keptKeywords) if (schema[key] !== undefined) kept[key] = innerOf(key, schema[key])
  if (typeof schema.format === "string" && formats.includes(schema.format)) kept.format = schema.format
  if (isObject(schema.properties)) kept.properties = mapValues(schema.properties)
  if (schema.additionalProperties !== undefined)
    kept.additionalProperties = inner(schema.additionalProperties)
  const { type } = schema
  if (!Array.isArray(type)) return { ...kept, ...(type === undefined ? {} : { type }) }
  // A list of types is known for plain ones only.
  return { oneOf: type.map((one) => (one === "null" ? { type: "null" } : { ...kept, type: one })) }
}

function definitions(schema: JSONSchema): JSONSchema {
  return isObject(schema.$defs) ? { $defs: mapValues(schema.$defs) } : {}
}

function innerOf(key: string, value: JSONValue): JSONValue {
  if (key === "items") return inner(value)
  return key === "prefixItems" && Array.isArray(value) ? value.map(inner) : value
}

function inner(value: JSONValue): JSONValue {
  return isObject(value) ? grammarSchema(value) : value
}

function mapValues(schemas: JSONSchema): JSONSchema {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, inner(schema)]))
}

function isObject(value: JSONValue | undefined): value is JSONSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
