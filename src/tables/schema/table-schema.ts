import type { JSONSchema, JSONValue, StandardIssue, StandardSchema, TableColumn } from "../../contracts"
import { InvalidArgumentError } from "../../errors"
import { isRecord } from "../../runtime/check/options"
import { checkNames } from "./check-names"
import { columnOf } from "./column"
import { fieldSchemas, isStandardSchema, jsonSchemaFrom } from "./json-schema"
import { withoutRefs } from "./resolve-refs"

/** What the schema makes of the values of one row. */
export interface CheckedValues {
  /** The values that it takes, as it gives them back. */
  readonly values: ReadonlyMap<string, JSONValue>
  /** Why it refuses a value, by the column's name. */
  readonly problems: ReadonlyMap<string, string>
  /** Why it refuses the row as a whole. */
  readonly rowProblem: string | undefined
}

/** The columns of a table, and the check of its values. */
export interface TableSchema {
  readonly columns: readonly TableColumn[]
  check(values: ReadonlyMap<string, JSONValue>): Promise<CheckedValues>
}

/** Issues of one value that a model is told of. */
const mostIssues = 5

/**
 * The columns of a schema: an object of zod or of another Standard Schema that gives its JSON Schema.
 *
 * @throws InvalidArgumentError that names the column which can't be one
 */
export function tableSchemaOf(schema: unknown, path = "columns"): TableSchema {
  if (!isStandardSchema(schema)) {
    throw new InvalidArgumentError(path, schema, "an object of zod, or another Standard Schema")
  }
  const fields = fieldSchemas(schema)
  // Field by field, so that an error names the column.
  for (const [name, field] of Object.entries(fields ?? {})) {
    if ("_zod" in field)
      for (const way of ["input", "output"] as const) jsonSchemaFrom(field, way, `${path}.${name}`)
  }
  const given = jsonSchemaFrom(schema, "input", path)
  const [input, output] = [
    propertiesOf(given, path),
    propertiesOf(jsonSchemaFrom(schema, "output", path), path),
  ]
  checkNames(Object.keys(input), path)
  const required = Array.isArray(given.required) ? given.required : []
  const columns = Object.entries(input).map(([name, property]) => {
    const column = columnOf(name, property, required.includes(name))
    const back = output[name] && columnOf(name, output[name], true)
    if (back === undefined || back.type !== column.type) {
      const expected = `a column without a transform: its values are ${column.type}, and the schema gives back ${back?.type ?? "none"}`
      throw new InvalidArgumentError(`${path}.${name}`, schema, expected)
    }
    return column
  })
  return { columns, check: (values) => checkRow(schema, fields, columns, values) }
}

function propertiesOf(schema: JSONSchema, path: string): Readonly<Record<string, JSONSchema>> {
  const { properties } = withoutRefs(schema, schema)
  if (!isRecord(properties))
    throw new InvalidArgumentError(path, schema, "a schema of an object with columns")
  return properties as Readonly<Record<string, JSONSchema>>
}

async function checkRow(
  schema: StandardSchema,
  fields: Readonly<Record<string, StandardSchema>> | undefined,
  columns: readonly TableColumn[],
  given: ReadonlyMap<string, JSONValue>,
): Promise<CheckedValues> {
  const values = new Map(given)
  const problems = new Map<string, string>()
  for (const [name, value] of fields === undefined ? [] : given) {
    const result = await fields![name]!["~standard"].validate(value)
    if (result.issues === undefined) keep(values, problems, name, result.value)
    else problems.set(name, wordsOf(result.issues))
  }
  const entries = columns.flatMap(({ name, nullable }): readonly (readonly [string, JSONValue])[] => {
    if (given.has(name)) return problems.has(name) ? [] : [[name, given.get(name)!]]
    return nullable ? [[name, null]] : []
  })
  const whole = await schema["~standard"].validate(Object.fromEntries(entries))
  let rowProblem: string | undefined
  if (whole.issues === undefined) {
    const back = isRecord(whole.value) ? whole.value : {}
    for (const name of given.keys()) if (!problems.has(name)) keep(values, problems, name, back[name])
  } else {
    const ofRow = whole.issues.filter((issue) => columnOfIssue(issue) === undefined)
    if (ofRow.length > 0) rowProblem = wordsOf(ofRow)
    for (const name of given.keys()) {
      const issues = whole.issues.filter((issue) => columnOfIssue(issue) === name)
      if (issues.length > 0 && !problems.has(name)) problems.set(name, wordsOf(issues))
    }
  }
  for (const name of problems.keys()) values.delete(name)
  return { values, problems, rowProblem }
}

function keep(
  values: Map<string, JSONValue>,
  problems: Map<string, string>,
  name: string,
  value: unknown,
): void {
  if (isJSON(value)) values.set(name, value)
  else problems.set(name, "the schema gives back what is no JSON value")
}

function columnOfIssue({ path }: StandardIssue): string | undefined {
  const [first] = path ?? []
  if (first === undefined) return undefined
  return String(typeof first === "object" ? first.key : first)
}

function wordsOf(issues: readonly StandardIssue[]): string {
  return issues
    .slice(0, mostIssues)
    .map(({ message, path = [] }) => {
      const inside = path.slice(1).map((part) => String(typeof part === "object" ? part.key : part))
      return inside.length === 0 ? message : `${inside.join(".")}: ${message}`
    })
    .join("; ")
}

/** True for what JSON writes as it is. */
function isJSON(value: unknown): value is JSONValue {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true
  if (typeof value === "number") return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isJSON)
  if (!isRecord(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return false
  return Object.values(value).every((inner) => inner === undefined || isJSON(inner))
}
