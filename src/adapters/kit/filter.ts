import type { DocumentFilter, FieldCondition, FilterValue } from "../../contracts/filter"

/** One test of one field, of a kind that databases decide as the core does. */
export interface SimpleTest {
  readonly field: string
  /** `in`: equal to one of the values; else a comparison of numbers with the one value. */
  readonly operator: "in" | ">" | ">=" | "<" | "<="
  readonly values: readonly FilterValue[]
}

/** A name that needs no escaping in a path of JSON. */
const plainName = /^[\p{L}\p{N}_][\p{L}\p{N}_ -]*$/u

/**
 * The tests of a filter that a database may make before rows are read. Left out is what databases see otherwise: null and
 * what is not there, negations, the order of texts, texts with NUL or half a character, and names with signs in them; the
 * core looks at every row anyway.
 */
export function simpleTests(where: DocumentFilter): readonly SimpleTest[] {
  return Object.entries(where).flatMap(([field, asked]) => {
    if (!plainName.test(field)) return []
    return testsOf(asked).flatMap(([operator, values]): readonly SimpleTest[] => {
      return values.length > 0 && values.every(isTold) ? [{ field, operator, values }] : []
    })
  })
}

/** Databases keep other bytes for half a character, and end a text at NUL. */
function isTold(value: FilterValue): boolean {
  return typeof value === "string" ? value.isWellFormed() && !value.includes("\0") : value !== null
}

function testsOf(
  asked: DocumentFilter[string],
): readonly (readonly [SimpleTest["operator"], readonly FilterValue[]])[] {
  if (Array.isArray(asked)) return [["in", asked as readonly FilterValue[]]]
  if (typeof asked !== "object" || asked === null) return [["in", [asked as FilterValue]]]
  const { eq, in: any, gt, gte, lt, lte } = asked as FieldCondition
  const bounds = [
    [">", gt],
    [">=", gte],
    ["<", lt],
    ["<=", lte],
  ] as const
  return [
    ...(eq === undefined ? [] : [["in", [eq]] as const]),
    ...(any === undefined ? [] : [["in", any] as const]),
    ...bounds.flatMap(([operator, bound]) =>
      typeof bound === "number" ? [[operator, [bound]] as const] : [],
    ),
  ]
}
