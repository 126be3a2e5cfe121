import type { DocumentFilter, FilterValue } from "../../contracts/filter"
import { type SimpleTest, simpleTests } from "../kit/filter"

type Argument = string | number

/**
 * The part of a filter that SQLite decides as the core does, as conditions on `document`: it leaves rows out, and the
 * core looks at those that come.
 */
export function filterSql(where: DocumentFilter | undefined): {
  readonly conditions: readonly string[]
  readonly args: readonly Argument[]
} {
  const tests = where === undefined ? [] : simpleTests(where)
  return { conditions: tests.map(conditionOf), args: tests.flatMap(argsOf) }
}

/** A field that holds a list has a row for each entry, one that holds anything else has one. */
function conditionOf({ operator, values }: SimpleTest): string {
  const test =
    operator === "in"
      ? values.map(equalTo).join(" OR ")
      : `entry.type IN ('integer', 'real') AND entry.atom ${operator} ?`
  return `EXISTS (SELECT 1 FROM json_each(document, ?) entry WHERE ${test})`
}

function equalTo(value: FilterValue): string {
  if (typeof value === "boolean") return `entry.type = '${value}'`
  return `(entry.type ${typeof value === "string" ? "= 'text'" : "IN ('integer', 'real')"} AND entry.atom = ?)`
}

function argsOf({ field, values }: SimpleTest): readonly Argument[] {
  const bound = values.filter(
    (value): value is Argument => typeof value === "string" || typeof value === "number",
  )
  return [`$.metadata."${field}"`, ...bound]
}
