import type { ColumnType, JSONSchema, JSONValue, TableColumn } from "../../contracts"
import { isRecord } from "../../runtime/check/options"

/** A column from the JSON Schema of its values. */
export function columnOf(name: string, given: JSONSchema, isRequired: boolean): TableColumn {
  const { schema, nullable } = withoutNull(given)
  const { description, unit } = { ...schema, ...given }
  const choices = choicesOf(schema)
  return {
    name,
    ...(typeof description === "string" && description.trim() !== "" && { description: description.trim() }),
    type: typeOf(schema, choices),
    ...(typeof unit === "string" && unit !== "" && { unit }),
    ...(choices !== undefined && { choices }),
    required: isRequired && !nullable && !Object.hasOwn(given, "default"),
    nullable,
    schema,
  }
}

/** The schema of what is not null, and whether null is allowed beside it. */
function withoutNull(schema: JSONSchema): { readonly schema: JSONSchema; readonly nullable: boolean } {
  const { anyOf, oneOf, type, enum: listed, ...rest } = schema
  const variants = anyOf ?? oneOf
  if (Array.isArray(variants)) {
    const others = variants.filter((variant) => !isNull(variant))
    const nullable = others.length < variants.length
    const [only] = others
    if (others.length === 1 && isRecord(only)) {
      const inner = withoutNull({ ...rest, ...(only as JSONSchema) })
      return { schema: inner.schema, nullable: nullable || inner.nullable }
    }
    return { schema: { ...rest, anyOf: others }, nullable }
  }
  if (Array.isArray(type)) {
    const others = type.filter((one) => one !== "null")
    const kind = others.length === 1 ? others[0]! : others
    const values = Array.isArray(listed) ? { enum: listed.filter((value) => value !== null) } : {}
    return { schema: { ...rest, type: kind, ...values }, nullable: others.length < type.length }
  }
  if (Array.isArray(listed) && listed.includes(null)) {
    const values = listed.filter((value) => value !== null)
    return { schema: { ...schema, enum: values }, nullable: true }
  }
  return { schema, nullable: schema.nullable === true }
}

function isNull(schema: JSONValue): boolean {
  return isRecord(schema) && (schema.type === "null" || ("const" in schema && schema.const === null))
}

/** The texts that a value may be, where they are listed. */
function choicesOf({ enum: listed, anyOf, ...schema }: JSONSchema): readonly string[] | undefined {
  if ("const" in schema) return typeof schema.const === "string" ? [schema.const] : undefined
  const values = Array.isArray(anyOf)
    ? anyOf.map((variant) => (isRecord(variant) ? (variant as JSONSchema).const : undefined))
    : listed
  if (!Array.isArray(values) || values.length === 0) return undefined
  return values.every((value) => typeof value === "string") ? values : undefined
}

function typeOf(schema: JSONSchema, choices: readonly string[] | undefined): ColumnType {
  if (choices !== undefined) return "choice"
  const { type, format } = schema
  if (type === "number" || type === "integer" || type === "boolean" || type === "object") return type
  if (type === "array") return "list"
  if (type === undefined && "const" in schema) {
    return typeof schema.const === "number"
      ? "number"
      : typeof schema.const === "boolean"
        ? "boolean"
        : "text"
  }
  return type === "string" && format === "date" ? "date" : "text"
}
