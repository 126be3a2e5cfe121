/** An object of a reply, by its names in lower case without marks: `Task_1` and `task 1` are `task1`. */
export type Fields = ReadonlyMap<string, unknown>

export function fieldsOf(value: unknown): Fields | undefined {
  if (value instanceof Map) return value
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined
  return new Map(Object.entries(value).map(([name, inner]) => [plainName(name), inner]))
}

export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "")
}

/** The first of the names that the object has a value for. */
export function firstOf(fields: Fields, ...names: readonly string[]): unknown {
  for (const name of names) {
    const value = fields.get(plainName(name))
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

/** Text of a text, number or yes and no; empty for anything else. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value.trim()
  if (typeof value === "boolean") return value ? "yes" : "no"
  return typeof value === "number" ? String(value) : ""
}

/** The texts of a list or of one text; objects give the text that they hold under the first of the names. */
export function stringsOf(value: unknown, ...names: readonly string[]): readonly string[] {
  const list = Array.isArray(value) ? value : [value]
  return list
    .map((item) => {
      const fields = fieldsOf(item)
      return textOf(fields === undefined ? item : firstOf(fields, ...names, "text"))
    })
    .filter((text) => text !== "")
}
