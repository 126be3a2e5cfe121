import { z } from "zod"
import type { JSONValue, StandardSchema } from "../../contracts"
import type { PlannedColumn } from "./column-plan"

/** Planned columns as a schema, like one of the user's own; none of them is required. */
export function schemaOfPlan(columns: readonly PlannedColumn[]): StandardSchema<Record<string, JSONValue>> {
  const fields = columns.map((column) => [column.name, fieldOf(column).nullable()] as const)
  return z.object(Object.fromEntries(fields)) as unknown as StandardSchema<Record<string, JSONValue>>
}

function fieldOf({ type, description, unit, choices }: PlannedColumn): z.ZodType {
  const field = types[type](choices)
  const meta = { ...(description !== "" && { description }), ...(unit !== "" && { unit }) }
  return Object.keys(meta).length === 0 ? field : field.meta(meta)
}

const types: Readonly<Record<PlannedColumn["type"], (choices: readonly string[]) => z.ZodType>> = {
  text: () => z.string(),
  number: () => z.number(),
  integer: () => z.int(),
  boolean: () => z.boolean(),
  date: () => z.iso.date(),
  choice: (choices) => z.enum(choices as [string, ...string[]]),
  list: () => z.array(z.string()),
}
