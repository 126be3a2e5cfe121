import { z } from "zod"
import type { JSONSchema } from "../contracts"

/** What a value comes to: the value meant, what is wrong with it in words for the model, or both where it is usable in part. */
export interface Reading<T> {
  readonly value?: T | undefined
  readonly problem?: string | undefined
}

/** The shape of a reply: as providers are sent it, and how a value is read that may come in a looser one. */
export interface ReplySchema<T> {
  readonly json: JSONSchema
  readonly read: (value: unknown) => Reading<T>
  /** What to ask for in place of it where a reply did not come to its end: the same without lists that a model goes round in. */
  readonly brief?: BriefReply | undefined
  /** True for a list of any length: where a reply is cut, nothing else says that it lacks its end. */
  readonly isList?: boolean | undefined
  /** One value of two that are each usable in part, the later one first; without it such values count for nothing. */
  readonly join?: ((later: T, earlier: T) => Reading<T>) | undefined
}

export interface BriefReply {
  readonly json: JSONSchema
  /** What is left out, in words for a model that no schema holds. */
  readonly remark: string
}

/** Issues of a value that the model is told of. */
const mostIssues = 5

/** A reply that is read to the letter. `problemOf` says what the shape can't. */
export function replySchema<T>(
  schema: z.ZodType<T>,
  problemOf: (value: T) => string | undefined = () => undefined,
): ReplySchema<T> {
  return {
    json: jsonSchemaOf(schema),
    read(value) {
      const parsed = schema.safeParse(value)
      if (parsed.success) {
        const problem = problemOf(parsed.data)
        return problem === undefined ? { value: parsed.data } : { problem }
      }
      const issues = parsed.error.issues.slice(0, mostIssues)
      return { problem: issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ") }
    },
  }
}

/** `$schema` is dropped: some providers refuse it. */
export function jsonSchemaOf(schema: z.ZodType): JSONSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema) as { $schema?: string } & JSONSchema
  return json
}
