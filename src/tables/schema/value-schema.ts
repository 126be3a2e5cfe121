import type { JSONSchema, JSONValue, TableColumn } from "../../contracts"
import { isRecord } from "../../runtime/check/options"

const text: JSONSchema = { type: "string" }
/** Deeper values are asked for as text. */
const mostDepth = 4

/**
 * The shape of one value as providers are sent it: types, lists, objects of required fields, choices, and nothing that any
 * of them refuses. The user's own schema checks what comes.
 */
export function valueSchema({ type, choices, schema }: TableColumn): JSONSchema {
  if (type === "choice") return { type: "string", enum: choices ?? [] }
  if (type === "text" || type === "date") return text
  return type === "list" || type === "object" ? plain(schema, mostDepth) : { type }
}

function plain(schema: JSONValue | undefined, depth: number): JSONSchema {
  if (!isRecord(schema) || depth === 0) return text
  const { type, properties, items, enum: choices, description } = schema as JSONSchema
  const words = typeof description === "string" ? { description } : {}
  const [kind] = (Array.isArray(type) ? type.filter((one) => one !== "null") : [type]) as readonly unknown[]
  if (kind === "object" && isRecord(properties) && Object.keys(properties).length > 0) {
    const fields = Object.entries(properties).map(([name, field]) => [
      name,
      plain(field as JSONValue, depth - 1),
    ])
    return {
      type: "object",
      ...words,
      properties: Object.fromEntries(fields),
      required: Object.keys(properties),
    }
  }
  if (kind === "array") return { type: "array", ...words, items: plain(items, depth - 1) }
  if (kind === "number" || kind === "integer" || kind === "boolean") return { type: kind, ...words }
  const texts = Array.isArray(choices) && choices.every((choice) => typeof choice === "string")
  return { ...text, ...words, ...(texts && { enum: choices }) }
}
