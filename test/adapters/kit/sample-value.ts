/** A value of the schema's shape: what a model that obeys its schema would reply. */
// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema off the wire
export function sampleValue(schema: any, text: string): unknown {
  if (schema.enum !== undefined) return schema.enum[0]
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === "object") {
    const names: string[] = schema.propertyOrdering ?? Object.keys(schema.properties ?? {})
    return Object.fromEntries(names.map((name) => [name, sampleValue(schema.properties[name], text)]))
  }
  if (type === "array") return schema.items === undefined ? [] : [sampleValue(schema.items, text)]
  if (type === "string") return text
  if (type === "boolean") return true
  if (type === "number" || type === "integer") return schema.minimum ?? 0
  return null
}
