import { z } from "zod"
import type { JSONSchema, StandardSchema } from "../../contracts"
import { InvalidArgumentError, messageOf } from "../../errors"
import { isRecord } from "../../runtime/check/options"

/** The way of a value: `input` as a model gives it, `output` as the schema gives it back. */
type Direction = "input" | "output"

type Converter = Readonly<Record<Direction, (options: { readonly target: string }) => unknown>>

const target = "draft-2020-12"

/**
 * The JSON Schema of a schema, from itself where its library can, else by zod for schemas of zod.
 *
 * @throws InvalidArgumentError for a schema that has none, with its library's error as cause
 */
export function jsonSchemaFrom(schema: StandardSchema, direction: Direction, path: string): JSONSchema {
  const { jsonSchema } = schema["~standard"] as { readonly jsonSchema?: Converter }
  if (jsonSchema === undefined && !("_zod" in schema)) {
    const { vendor } = schema["~standard"]
    const expected = `a schema that gives a JSON Schema (\`~standard.jsonSchema\`); that of ${vendor} does not`
    throw new InvalidArgumentError(path, schema, expected)
  }
  try {
    const given = jsonSchema?.[direction]({ target }) ?? zodJsonSchema(schema, direction)
    if (isRecord(given)) return given as JSONSchema
    throw new TypeError("it is no object")
  } catch (cause) {
    const expected = `a schema with a JSON Schema, without transforms (${messageOf(cause)})`
    throw new InvalidArgumentError(path, schema, expected, { cause })
  }
}

function zodJsonSchema(schema: unknown, io: Direction): unknown {
  return z.toJSONSchema(schema as z.ZodType, { io, target })
}

export function isStandardSchema(value: unknown): value is StandardSchema {
  // Schemas of some libraries are functions.
  if (!isRecord(value) && typeof value !== "function") return false
  const standard = (value as Partial<StandardSchema>)["~standard"]
  return isRecord(standard) && typeof standard.validate === "function"
}

/** The schemas of an object's fields, where its library shows them; undefined where it does not. */
export function fieldSchemas(schema: StandardSchema): Readonly<Record<string, StandardSchema>> | undefined {
  const { shape, entries } = schema as { readonly shape?: unknown; readonly entries?: unknown }
  return [shape, entries].find(
    (fields): fields is Readonly<Record<string, StandardSchema>> =>
      isRecord(fields) && Object.values(fields).every(isStandardSchema),
  )
}
