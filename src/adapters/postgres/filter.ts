import type { DocumentFilter } from "../../contracts/filter"
import { type SimpleTest, simpleTests } from "../kit/filter"

/** Texts that JSON may hold and Postgres can't: any look into such a document fails. */
const isOdd = "d.document ~ '\\\\u(0000|d[89a-f])'"

/**
 * The part of a filter that Postgres decides as the core does, as conditions on `d.document`: it leaves rows out, and
 * the core looks at those that come. Values are compared as the JSON text that was written, since taking texts out of
 * JSON fails for a NUL character.
 *
 * @param from number of the first placeholder
 */
export function filterSql(
  where: DocumentFilter | undefined,
  from: number,
): { readonly conditions: readonly string[]; readonly values: readonly string[] } {
  const values: string[] = []
  const placeholder = (value: string) => `$${from - 1 + values.push(value)}::text`
  const conditions = (where === undefined ? [] : simpleTests(where)).map(
    ({ field, operator, values: bounds }) => {
      const name = placeholder(field)
      const told = bounds.map((value) => placeholder(JSON.stringify(value)))
      return `CASE WHEN ${isOdd} THEN true ELSE EXISTS (SELECT 1 FROM json_array_elements(
      CASE json_typeof(d.document::json -> 'metadata' -> ${name}) WHEN 'array' THEN d.document::json -> 'metadata' -> ${name}
        ELSE json_build_array(d.document::json -> 'metadata' -> ${name}) END) AS n(value) WHERE ${testOf(operator, told)}) END`
    },
  )
  return { conditions, values }
}

function testOf(operator: SimpleTest["operator"], told: readonly string[]): string {
  if (operator === "in") return `n.value::text IN (${told.join(", ")})`
  return `CASE WHEN json_typeof(n.value) = 'number' THEN n.value::text::float8 ${operator} ${told[0]}::float8 END`
}
