import { z } from "zod"
import { fieldsOf, firstOf, stringsOf, textOf } from "../../calls/json/fields"
import { objectsIn } from "../../calls/json/objects-in"
import { jsonSchemaOf, type Reading, type ReplySchema } from "../../calls/reply-schema"
import type { ColumnType, RowTask } from "../../contracts"

/** A column as a coordinator plans it. */
export interface PlannedColumn {
  readonly name: string
  readonly description: string
  readonly type: Exclude<ColumnType, "object">
  readonly unit: string
  readonly choices: readonly string[]
}

export interface ColumnPlan {
  /** "prose" where the question is not one for a table. */
  readonly kind: "table" | "prose"
  readonly rows: RowTask["rows"]
  readonly columns: readonly PlannedColumn[]
  /** Empty where none was planned. */
  readonly sql: string
}

const types = ["text", "number", "integer", "boolean", "date", "choice", "list"] as const
/** More than a question needs; a plan with more is asked for once more. */
export const mostColumns = 30

const shape = {
  reasoning: z.string(),
  rows: z.enum(["document", "many"]),
  columns: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      type: z.enum(types),
      unit: z.string(),
      choices: z.array(z.string()),
    }),
  ),
}

/** Columns alone. */
export const columnPlanSchema: ReplySchema<ColumnPlan> = {
  json: jsonSchemaOf(z.object(shape)),
  read: (value) => readPlan(value, false),
}

/** Columns with a query, or that the question is none for a table. */
export const queryPlanSchema: ReplySchema<ColumnPlan> = {
  json: jsonSchemaOf(z.object({ kind: z.enum(["table", "prose"]), ...shape, sql: z.string() })),
  read: (value) => readPlan(value, true),
}

function readPlan(value: unknown, mayBeProse: boolean): Reading<ColumnPlan> {
  for (const fields of objectsIn(value)) {
    const listed = firstOf(fields, "columns", "fields")
    const isProse = mayBeProse && /^prose/i.test(textOf(firstOf(fields, "kind", "mode")))
    if (isProse) return { value: { kind: "prose", rows: "document", columns: [], sql: "" } }
    if (!Array.isArray(listed)) continue
    const columns = distinct(listed.flatMap((entry) => columnOf(entry) ?? []))
    if (columns.length === 0) continue
    if (columns.length > mostColumns)
      return {
        problem: `columns must hold ${mostColumns} at most, and hold ${columns.length}: keep those that the question needs.`,
      }
    const rows = /^many/i.test(textOf(firstOf(fields, "rows"))) ? "many" : "document"
    return { value: { kind: "table", rows, columns, sql: textOf(firstOf(fields, "sql", "query")) } }
  }
  return { problem: "columns must hold at least one column with a name." }
}

function columnOf(entry: unknown): PlannedColumn | undefined {
  const fields = fieldsOf(entry)
  const name = textOf(fields === undefined ? entry : firstOf(fields, "name", "column", "key"))
    .replace(/[^\p{L}\p{N}_ ]+/gu, " ")
    .trim()
    .replace(/\s+/g, "_")
    .slice(0, 60)
  if (name === "") return undefined
  if (fields === undefined) return { name, description: "", type: "text", unit: "", choices: [] }
  const given = textOf(firstOf(fields, "type")).toLowerCase()
  const choices = [...new Set(stringsOf(firstOf(fields, "choices", "enum", "values"), "value"))]
  const known = types.find((type) => type === given) ?? "text"
  const type = known === "choice" && choices.length < 2 ? "text" : known
  return {
    name,
    description: textOf(firstOf(fields, "description", "what")),
    type,
    unit: textOf(firstOf(fields, "unit")),
    choices: type === "choice" ? choices : [],
  }
}

/** Names that differ in case only are one. */
function distinct(columns: readonly PlannedColumn[]): readonly PlannedColumn[] {
  const seen = new Set<string>()
  return columns.filter(({ name }) => !seen.has(name.toLowerCase()) && seen.add(name.toLowerCase()))
}
