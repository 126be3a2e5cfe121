/** Any value that survives `JSON.parse(JSON.stringify(value))`. */
export type JSONValue =
  | string
  | number
  | boolean
  | null
  | readonly JSONValue[]
  | { readonly [key: string]: JSONValue }

/** A JSON Schema object (draft 2020-12, the flat subset that every provider takes). */
export type JSONSchema = { readonly [key: string]: JSONValue }
